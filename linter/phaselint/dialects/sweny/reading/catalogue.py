"""The names the reference brings along (reference appendix A, §5.8): skills, tools, words."""

from __future__ import annotations

from phaselint.dialects.sweny.model import Skill

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

CATEGORIES = ("general", "git", "tasks", "notification", "observability", "data")
"""The categories of skills; any other word becomes the first."""

AGENT_TOOLS = (
    "Bash",
    "BashOutput",
    "KillShell",
    "Read",
    "Write",
    "Edit",
    "MultiEdit",
    "NotebookEdit",
    "NotebookRead",
    "Glob",
    "Grep",
    "LS",
    "WebFetch",
    "WebSearch",
    "Task",
    "TodoWrite",
    "ExitPlanMode",
    "SlashCommand",
    "Skill",
    "AskUserQuestion",
)
"""The built-in agent tools; which there are is up to the implementation."""


def _builtin(
    id: str,
    name: str,
    category: str,
    tools: str,
    required: str = "",
    optional: str = "",
    aliases: Mapping[str, tuple[str, ...]] | None = None,
) -> Skill:
    """A built-in skill; lists of names are strings with blanks between the names."""
    return Skill(
        id,
        "builtin",
        name,
        category,
        tuple(tools.split()),
        required_env=tuple(required.split()),
        optional_env=tuple(optional.split()),
        aliases=aliases or {},
    )


_SKILLS = (
    _builtin(
        "github",
        "GitHub",
        "git",
        "github_search_code github_get_issue github_search_issues github_create_issue "
        "github_add_comment github_create_pr github_list_recent_commits github_get_file",
        "GITHUB_TOKEN",
        aliases={
            "github_create_pr": ("create_pull_request",),
            "github_add_comment": ("add_issue_comment",),
            "github_create_issue": ("create_issue",),
            "github_search_issues": ("search_issues",),
        },
    ),
    _builtin(
        "linear",
        "Linear",
        "tasks",
        "linear_create_issue linear_search_issues linear_add_comment linear_get_issue "
        "linear_list_comments linear_list_teams linear_list_labels linear_update_issue",
        "LINEAR_API_KEY",
        aliases={
            "linear_create_issue": ("save_issue",),
            "linear_update_issue": ("save_issue",),
            "linear_search_issues": ("list_issues",),
            "linear_add_comment": ("save_comment",),
            "linear_list_comments": ("list_comments",),
            "linear_list_teams": ("list_teams",),
            "linear_list_labels": ("list_issue_labels",),
        },
    ),
    _builtin(
        "slack",
        "Slack",
        "notification",
        "slack_send_message slack_send_thread_reply",
        optional="SLACK_WEBHOOK_URL SLACK_BOT_TOKEN",
    ),
    _builtin(
        "sentry",
        "Sentry",
        "observability",
        "sentry_list_issues sentry_get_issue sentry_get_issue_events sentry_search_events",
        "SENTRY_AUTH_TOKEN SENTRY_ORG",
        "SENTRY_BASE_URL",
    ),
    _builtin(
        "datadog",
        "Datadog",
        "observability",
        "datadog_search_logs datadog_query_metrics datadog_list_monitors",
        "DD_API_KEY DD_APP_KEY",
        "DD_SITE",
    ),
    _builtin(
        "betterstack",
        "BetterStack",
        "observability",
        "betterstack_list_sources betterstack_get_source betterstack_get_source_fields "
        "betterstack_query",
        "BETTERSTACK_API_TOKEN BETTERSTACK_QUERY_ENDPOINT BETTERSTACK_QUERY_USERNAME "
        "BETTERSTACK_QUERY_PASSWORD",
    ),
    _builtin(
        "notification",
        "Notification",
        "notification",
        "notify_webhook notify_discord notify_teams",
        optional="NOTIFICATION_WEBHOOK_URL NOTIFICATION_WEBHOOK_ALLOWED_HOSTS "
        "DISCORD_WEBHOOK_URL TEAMS_WEBHOOK_URL SMTP_URL",
    ),
    _builtin(
        "supabase",
        "Supabase",
        "general",
        "supabase_query supabase_count supabase_insert supabase_update supabase_delete "
        "supabase_rpc supabase_invoke_function supabase_list_users supabase_list_tables",
        "SUPABASE_URL SUPABASE_SERVICE_ROLE_KEY",
        "SUPABASE_ALLOWED_TABLES SUPABASE_ALLOWED_FUNCTIONS",
    ),
)

SKILLS: Mapping[str, Skill] = {skill.id: skill for skill in _SKILLS}
"""The built-in skills by id, in the order in which the reference registers them."""
