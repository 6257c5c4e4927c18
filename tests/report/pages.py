"""What tests of pages in a browser share."""

from selenium.webdriver.common.by import By


def found(browser, selector):
    """The elements of a page that a selector of CSS finds."""
    return browser.find_elements(By.CSS_SELECTOR, selector)
