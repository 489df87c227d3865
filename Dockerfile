# syntax=docker/dockerfile:1
# phaselint alone, without the tools it is built with:
#   docker build -t phaselint .
#   docker run --rm -v "$PWD:/work:ro" phaselint lint --dry-run

FROM python:3.13-slim AS build
WORKDIR /src
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY linter linter
COPY rules rules
COPY lsp/phaselint_lsp lsp/phaselint_lsp
RUN python -m venv /opt/phaselint \
    && /opt/phaselint/bin/pip install --no-cache-dir --disable-pip-version-check '.[lsp]' \
    && /opt/phaselint/bin/phaselint --version

FROM python:3.13-slim
COPY --from=build /opt/phaselint /opt/phaselint
ENV PATH=/opt/phaselint/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1
RUN useradd --create-home --uid 10001 phaselint
USER 10001
WORKDIR /work
ENTRYPOINT ["phaselint"]
CMD ["lint"]
