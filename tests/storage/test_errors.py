"""The family of errors, and how a refusal says what was given and what is allowed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from workbench.storage.errors import OptionError, WorkbenchError, one_of, shown


def test_errors_are_one_family():
    assert issubclass(OptionError, WorkbenchError)


@given(st.one_of(st.text(), st.integers(), st.none()), st.lists(st.text(min_size=1)))
def test_a_refusal_always_lists_what_is_allowed(given_value, allowed):
    sentence = one_of(given_value, allowed, "thing")
    assert shown(given_value) in sentence
    assert all(name in sentence for name in allowed)
    assert allowed or "(none)" in sentence
