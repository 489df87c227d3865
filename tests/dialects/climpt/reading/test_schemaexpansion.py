"""Output schemas as the reference resolves them (reference §4.5)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.dialects.climpt.reading.schemaexpansion import expand
from phaselint.dialects.climpt.reading.schemafiles import SchemaFiles
from phaselint.dialects.climpt.reading.schemascopes import WORK_OF_ONE
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from phaselint.dialects.climpt.filemodel import Expanded

TEXT = {"type": "string"}
CLOSED = {"additionalProperties": False}


def expanded(name: str = "a", work: int = WORK_OF_ONE, /, **files: Any) -> Expanded:
    """The schema of a name in `f.json`; keyword arguments are the schema files."""
    texts = {
        f"x/schemas/{file}.json": value if isinstance(value, str) else json.dumps(value)
        for file, value in files.items()
    }
    return expand(SchemaFiles(DictReader(texts), "x"), "f.json", name, work)[0]


def of_definitions(**definitions: Any) -> Expanded:
    return expanded(f={"definitions": definitions})


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/definitions/{name}"}


class TestFinding:
    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("a", {"definitions": {"a": TEXT}, "$defs": {"a": {}}, "a": {}}),
            ("a", {"$defs": {"a": TEXT}, "a": {}}),
            ("a", {"definitions": {"a": "no schema"}, "a": TEXT}),
            ("#/definitions/a", {"definitions": {"a": TEXT}}),
            ("/x/0/y", {"x": [{"y": TEXT}]}),
            ("#a", {"a": TEXT}),
            ("#/", TEXT),
            ("#/x~1y", {"x~1y": TEXT}),
        ],
    )
    def test_names_and_pointers(self, name: str, value: Any) -> None:
        assert expanded(name, f=value).schema == TEXT

    @pytest.mark.parametrize(
        "name", ["a", "", "#", "##/b", "#//b", "x//b", "#/b/", "#/c", "#/l/1", "#/l/00", "/t"]
    )
    def test_what_is_not_found_or_malformed(self, name: str) -> None:
        found = expanded(name, f={"b": {}, "l": [{}], "t": "text"})
        assert (found.error, found.fault) == ("SCHEMA_POINTER_ERROR", "output-schema-unresolved")
        assert found.schema is None

    def test_no_such_file(self) -> None:
        assert expanded().fault == "output-schema-file-missing"

    def test_a_file_that_cannot_be_read_is_reported_as_such_elsewhere(self) -> None:
        found = expanded(f="{")
        assert (bool(found.error), found.fault) == (True, "")

    def test_a_file_that_is_no_mapping(self) -> None:
        assert expanded(f=[]).fault == "output-schema-unresolved"


class TestResolving:
    def test_references_lose_what_stands_beside_them(self) -> None:
        found = of_definitions(a={"properties": {"p": {**ref("b"), "title": "t"}}}, b=TEXT)
        assert found.schema == {"properties": {"p": TEXT}, **CLOSED}

    def test_files_relative_to_the_one_with_the_reference(self) -> None:
        found = expand(
            SchemaFiles(
                DictReader(
                    {
                        "x/schemas/f.json": '{"a": {"$ref": "sub/g.json#/b"}}',
                        "x/schemas/sub/g.json": '{"b": {"$ref": "../h.json"}}',
                        "x/schemas/h.json": '{"type": "string"}',
                    }
                ),
                "x",
            ),
            "f.json",
            "a",
        )[0]
        assert found.schema == TEXT
        assert found.origin[()] == ("x/schemas/h.json", ())

    def test_object_schemas_are_closed_unless_they_say_otherwise(self) -> None:
        found = of_definitions(
            a={
                "type": "object",
                "anyOf": [{"type": "object", "additionalProperties": True}, {"required": ["x"]}],
            }
        )
        assert found.schema == {
            "type": "object",
            "anyOf": [{"type": "object", "additionalProperties": True}, {"required": ["x"]}],
            **CLOSED,
        }

    def test_all_of_unites_required_replaces_properties_and_else_keeps_the_first(self) -> None:
        found = of_definitions(
            a={
                "allOf": [ref("b"), {"required": ["q", "p"], "title": "second"}],
                "title": "third",
                "required": ["r"],
                "properties": {"p": {"const": 1}, "s": TEXT},
            },
            b={"properties": {"p": TEXT, "q": TEXT}, "required": ["p"], "title": "first"},
        )
        assert found.schema == {
            "properties": {"p": {"const": 1}, "q": TEXT, "s": TEXT},
            "required": ["p", "q", "r"],
            "title": "first",
            **CLOSED,
        }

    def test_a_property_called_properties_brings_a_bogus_member(self) -> None:
        found = of_definitions(a={"properties": {"properties": TEXT}})
        inner = {"properties": TEXT, "additionalProperties": False}
        assert found.schema == {"properties": inner, **CLOSED}


class TestRepeatedReferences:
    def test_the_same_text_twice_in_a_scope(self) -> None:
        found = of_definitions(a={"properties": {"p": ref("b"), "q": ref("b")}}, b=TEXT)
        assert (found.error, found.fault) == ("SCHEMA_CIRCULAR_REFERENCE", "schema-ref-reused")
        place = ("definitions", "a", "properties", "q", "$ref")
        assert found.place == ("x/schemas/f.json", place)

    def test_another_spelling_of_the_same_target(self) -> None:
        other = {"$ref": "f.json#/definitions/b"}
        found = of_definitions(a={"properties": {"p": ref("b"), "q": other}}, b=TEXT)
        assert found.schema == {"properties": {"p": TEXT, "q": TEXT}, **CLOSED}

    def test_the_same_target_through_two_others(self) -> None:
        found = of_definitions(a={"anyOf": [ref("b"), ref("c")]}, b=ref("d"), c=ref("d"), d=TEXT)
        assert found.schema == {"anyOf": [TEXT, TEXT]}

    def test_below_a_reference_that_stands_beside_it(self) -> None:
        found = of_definitions(a={"anyOf": [ref("b"), ref("c")]}, b=ref("c"), c=TEXT)
        assert found.fault == "schema-ref-reused"

    def test_the_rest_of_a_node_comes_after_its_all_of(self) -> None:
        late = {"allOf": [ref("b")], "properties": {"p": ref("c")}}
        assert of_definitions(a=late, b={"not": ref("c")}, c=TEXT).fault == ""
        assert of_definitions(a=late, b=TEXT, c={"not": ref("b")}).fault == "schema-ref-reused"

    @pytest.mark.parametrize(
        "definitions",
        [
            {"a": {"properties": {"p": ref("a")}}},
            {"a": ref("b"), "b": {"not": ref("c")}, "c": ref("b")},
            {"a": {"anyOf": [ref("a"), ref("a")]}},
            {"a": {"$ref": "#"}},
            {"a": ref("b"), "b": {"$ref": "f.json#/definitions/a"}},
        ],
    )
    def test_a_real_cycle(self, definitions: dict[str, Any]) -> None:
        found = of_definitions(**definitions)
        assert (found.error, found.fault) == ("SCHEMA_CIRCULAR_REFERENCE", "schema-ref-circular")
        assert found.place[1][-1] == "$ref"


class TestLostReferences:
    @pytest.mark.parametrize("text", ["#/definitions/z", "z.json#/a", "https://x.org/s.json#"])
    def test_no_target(self, text: str) -> None:
        found = of_definitions(a={"not": {"$ref": text}})
        assert found.fault == "schema-ref-unresolved"
        assert found.place == ("x/schemas/f.json", ("definitions", "a", "not", "$ref"))

    @pytest.mark.parametrize("text", ["../../y/z.json#/a", "/etc/z.json", "../../../z.json"])
    def test_out_of_the_agents_folder(self, text: str) -> None:
        found = of_definitions(a={"$ref": text})
        assert found.leads_out == text.partition("#")[0]
        assert (bool(found.error), found.fault) == (True, "")

    def test_inside_of_the_agents_folder(self) -> None:
        files = {"x/schemas/f.json": '{"a": {"$ref": "../c.json"}}', "x/c.json": "{}"}
        found, _ = expand(SchemaFiles(DictReader(files), "x"), "f.json", "a")
        assert found.schema == {}


class TestLimits:
    def test_a_chain_of_fifty_references_is_the_longest(self) -> None:
        chain = {f"c{number}": ref(f"c{number + 1}") for number in range(51)}
        assert of_definitions(a=ref("c2"), c51=TEXT, **chain).schema == TEXT
        found = of_definitions(a=ref("c0"), c51=TEXT, **chain)
        assert (found.error, found.fault) == ("SCHEMA_DEPTH_EXCEEDED", "schema-ref-unresolved")

    def test_a_ring_of_many_files_is_a_cycle(self) -> None:
        files = {f"g{n}": {"$ref": f"g{(n + 1) % 200}.json"} for n in range(200)}
        assert expanded(f={"a": {"$ref": "g0.json"}}, **files).fault == "schema-ref-circular"

    def test_what_doubles_at_every_level_is_given_up(self) -> None:
        levels = {
            f"c{n}": {"anyOf": [ref(f"c{n + 1}"), {"$ref": f"f.json#/definitions/c{n + 1}"}]}
            for n in range(40)
        }
        found = of_definitions(a=ref("c0"), c40={}, **levels)
        assert (found.error, found.fault) == ("SCHEMA_TOO_LARGE", "")

    def test_schemas_that_nest_deeper_than_a_document_may_are_given_up(self) -> None:
        def nested(inner: Any) -> Any:
            for _ in range(150):
                inner = {"not": inner}
            return inner

        found = of_definitions(a=nested(ref("b")), b=nested(TEXT))
        assert (found.error, found.fault) == ("SCHEMA_TOO_LARGE", "")
        assert of_definitions(a=nested(ref("b")), b=nested(ref("a"))).fault == "schema-ref-circular"

    @pytest.mark.parametrize("required", [False, True, None, "p", {}])
    @pytest.mark.parametrize("inside", [True, False])
    def test_a_required_that_is_no_list_beside_others(self, required: Any, inside: bool) -> None:
        member, rest = {"type": "object"}, {"title": "t"}
        (member if inside else rest)["required"] = required
        found = of_definitions(a={"allOf": [member], **rest})
        place = ("definitions", "a", *(("allOf", 0) if inside else ()), "required")
        assert (found.error, found.fault) == (
            "incoming is not iterable",
            "output-schema-unresolved",
        )
        assert found.place == ("x/schemas/f.json", place)

    def test_one_that_is_never_put_together_with_others(self) -> None:
        assert of_definitions(a={"type": "object", "required": False}).error == ""

    def test_no_work_left(self) -> None:
        assert expanded("a", 0, f={"a": TEXT}).error == "SCHEMA_TOO_LARGE"


class TestOrigins:
    def test_every_place_leads_back(self) -> None:
        found = expanded(
            f={
                "a": {
                    "allOf": [{"$ref": "g.json#/base"}],
                    "properties": {"q": {"enum": ["x"]}},
                }
            },
            g={"base": {"title": "t", "required": ["p"], "properties": {"p": {"type": "string"}}}},
        )
        g, f = "x/schemas/g.json", "x/schemas/f.json"
        assert found.origin[()] == (f, ("a",))
        assert found.origin["title",] == (g, ("base", "title"))
        assert found.origin["required", 0] == (g, ("base", "required", 0))
        assert found.origin["properties", "p", "type"] == (g, ("base", "properties", "p", "type"))
        assert found.origin["properties", "q"] == (f, ("a", "properties", "q"))
        assert found.origin["properties", "q", "enum", 0] == (
            f,
            ("a", "properties", "q", "enum", 0),
        )
        assert ("properties", "z") not in found.origin
        assert len(found.origin) == len(list(found.origin)) == 11

    def test_nothing_has_one_where_there_is_no_schema(self) -> None:
        assert dict(expanded().origin) == {}
