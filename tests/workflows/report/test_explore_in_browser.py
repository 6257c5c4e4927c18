"""The page Explore works in a browser."""

import json
import shutil

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

from tests.workflows.report.pages import found

pytestmark = pytest.mark.long


def drawn(browser):
    """Return the number of points in each panel of the page."""
    WebDriverWait(browser, 20).until(lambda b: found(b, "#plots .plot-container"))
    return [
        len(panel.find_elements(By.CSS_SELECTOR, ".points path"))
        for panel in found(browser, "#plots .plot")
    ]


def choose(browser, name, *values):
    """Choose these options of a field, and no others."""
    field = Select(browser.find_element(By.NAME, name))
    if field.is_multiple:
        field.deselect_all()
    for value in values:
        field.select_by_value(value)


def test_runs_are_explored_and_the_address_keeps_the_choice(opened):
    browser = opened("explore")
    choose(browser, "y", "margin")
    choose(browser, "problem", "sonar, ρ = 1")
    choose(browser, "learner", "PerceptronWithMargin", "AggressiveROMMA")
    WebDriverWait(browser, 20).until(lambda b: drawn(b) == [8])
    assert len(found(browser, "#numbers tbody tr")) == 8
    choose(browser, "learner", "PerceptronWithMargin")
    WebDriverWait(browser, 20).until(lambda b: drawn(b) == [4])
    address = browser.current_url
    assert "learner=PerceptronWithMargin" in address and "AggressiveROMMA" not in address
    again = opened("explore", "#" + address.split("#")[1])
    assert drawn(again) == [4] and browser.get_log("browser") == []


def test_a_point_opens_the_record_of_its_run(opened):
    browser = opened("explore", "#problem=sonar, ρ = 1&learner=MICRA&y=margin")
    drawn(browser)
    browser.execute_script(
        "document.querySelector('#plots .plot').emit('plotly_click',"
        " {points: [{customdata: {run: 'micra-table-1-micra-1'}}]})"
    )
    dialog = browser.find_element(By.ID, "cell-details")
    assert dialog.is_displayed()
    assert "python -m workflows.repeat micra/table-1 --row 1 --column" in dialog.text
    dialog.find_element(By.TAG_NAME, "a").click()
    assert "micra.html#micra-table-1-1-micra" in browser.current_url


@pytest.mark.parametrize("view", ["curves", "profiles", "map"])
def test_every_view_is_drawn_and_has_its_table(opened, view):
    chosen = "problem=sonar, ρ = 1&learner=MICRA&y=margin&part=0.9"
    browser = opened("explore", f"#view={view}&{chosen}")
    assert len(drawn(browser)) == 1 and found(browser, "#numbers tbody tr")
    assert browser.get_log("browser") == []


def test_the_table_opens_the_record_of_a_run_by_keyboard(opened):
    browser = opened("explore", "#problem=sonar, ρ = 1&learner=MICRA&y=margin")
    drawn(browser)
    browser.find_element(By.CSS_SELECTOR, "#numbers summary").click()
    first, *_ = found(browser, "#numbers tbody th button")
    first.send_keys(Keys.ENTER)
    assert browser.find_element(By.ID, "cell-details").is_displayed()
    assert first.text in browser.find_element(By.ID, "cell-details-head").text
    assert all(head.get_attribute("scope") == "col" for head in found(browser, "#numbers thead th"))


def test_without_runs_there_is_the_overview_alone(browser, folder, tmp_path):
    copied = shutil.copytree(folder, tmp_path / "report")
    data = copied / "data" / "explore.js"
    content = json.loads(data.read_text().removeprefix("const EXPLORED = ").rstrip(";\n"))
    content |= {"runs": [], "problems": [], "first": []}
    for overview, views in ((content["overview"], ["profiles", "map"]), (None, [])):
        data.write_text(f"const EXPLORED = {json.dumps(content | {'overview': overview})};\n")
        page = copied / "explore.html"
        if not overview:
            lines = page.read_text().splitlines()
            page.write_text("\n".join(line for line in lines if 'value="profiles"' not in line
                                      and 'value="map"' not in line))  # fmt: skip
        browser.get(page.as_uri())
        offered = browser.find_element(By.NAME, "view").find_elements(By.TAG_NAME, "option")
        assert [option.get_attribute("value") for option in offered] == views
        assert browser.get_log("browser") == []
        said = browser.find_element(By.ID, "shown").text
        assert said == "There are no runs yet." if not overview else len(drawn(browser)) == 1
