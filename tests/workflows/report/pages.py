"""Shared code of the tests of pages in a browser."""

from selenium.webdriver.common.by import By


def found(browser, selector):
    """Return the elements of a page that a CSS selector finds."""
    return browser.find_elements(By.CSS_SELECTOR, selector)
