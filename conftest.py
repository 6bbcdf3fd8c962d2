"""In CI a skip is a failure: whatever a test needs can be had there."""

import os

import pytest


def pytest_sessionfinish(session: pytest.Session) -> None:
    """End with an error where a test was skipped, or none ran."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if not os.environ.get("CI") or reporter is None or session.config.option.collectonly:
        return
    skipped = len(reporter.stats.get("skipped", ()))
    if session.exitstatus == 0 and skipped:
        reporter.write_line(f"{skipped} skipped: in CI a skip is a failure", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
