"""The doors: what anyone sees, and the way in."""

from playwright.sync_api import expect


def test_anyone_sees_the_public_page(page, site):
    response = page.goto(site)
    assert response.status == 200
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("main")).to_be_visible()


def test_the_director_signs_in_and_out(page, site, director, sign_in):
    sign_in(page, director)
    page.get_by_role("button", name="Abmelden").click()
    page.goto(f"{site}/desk/")
    expect(page).to_have_url(f"{site}/sign-in/?next=/desk/")


def test_a_wrong_password_is_refused_in_a_sentence(page, site, director):
    page.goto(f"{site}/sign-in/")
    page.get_by_label("Benutzername").fill(director.get_username())
    page.get_by_label("Passwort").fill("falsch")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_label("Benutzername")).to_have_value(director.get_username())
