"""Checks hints on misspelt names."""

from data.spelling import hint, nearest


def test_the_nearest_names_are_found_whatever_their_case():
    assert nearest("sonor", ["web", "sonar"]) == ["sonar"]
    assert nearest("PDN", ["pdm", "ROMMA"]) == ["pdm"]
    assert nearest("xyz", ["pdm", "ROMMA"]) == []


def test_a_hint_names_the_nearest_names_or_all():
    assert hint("wbc", ["web", "wbc-11"]) == "did you mean web or wbc-11?"
    assert hint("xyz", ["web", "adult"]) == "choose from web, adult."
    assert hint("xyz", ["web"], elsewhere="`list` has them") == "`list` has them."
    assert hint("wev", ["web"], elsewhere="`list` has them") == "did you mean web?"
