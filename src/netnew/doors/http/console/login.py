"""Coming and going: log in with a token, log out, say one's name, choose dark or light."""

from __future__ import annotations

from starlette.responses import Response

import netnew
from netnew.doors.http.console.entrance import flaw
from netnew.doors.http.console.forms import new_seed
from netnew.doors.http.console.page import Page, keep_seed
from netnew.doors.http.console.visit import (
    NAME_COOKIE,
    THEME_COOKIE,
    THEMES,
    TOKEN_COOKIE,
    Visit,
    local_path,
)

LONGEST_NAME = 100


def form(visit: Visit) -> Response:
    """Ask for a token."""
    return visit.page("login.html", next=local_path(visit.asked("next", "/")), problem=None)


def log_in(visit: Visit) -> Response:
    """Take a token: it stays in a cookie that no script reads."""
    text, place = visit.sent("token").strip(), local_path(visit.sent("next", "/"))
    problem = flaw(visit.request, text)
    if problem is not None:
        return visit.page("login.html", status=401, next=place, problem=problem)
    response = visit.back(place)
    response.set_cookie(
        TOKEN_COOKIE, text, httponly=True, samesite="strict",
        secure=visit.request.url.scheme == "https",
    )  # fmt: skip
    # Forms of before the login end with it.
    keep_seed(visit.request, response, new_seed())
    return response


def log_out(visit: Visit) -> Response:
    """Forget the token and the name."""
    response = visit.back("/login", "You are logged out.")
    for name in (TOKEN_COOKIE, NAME_COOKIE):
        response.delete_cookie(name, httponly=True, samesite="strict")
    keep_seed(visit.request, response, new_seed())
    return response


def say_name(visit: Visit) -> Response:
    """Keep the name that somebody on loopback votes under."""
    if visit.who.name is not None:
        raise netnew.InputError("your token says who you are", "log out to be somebody else")
    name = " ".join(visit.sent("name").split())
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise netnew.InputError("that is no name", f"give 1 to {LONGEST_NAME} characters")
    response = visit.back(local_path(visit.sent("back", "/")), f"You vote as {name} now.")
    visit.keep(response, NAME_COOKIE, name)
    return response


def theme(visit: Visit) -> Response:
    """Choose light, dark, or what the system says."""
    chosen = visit.sent("theme")
    response = visit.back(local_path(visit.sent("back", "/")))
    visit.keep(response, THEME_COOKIE, chosen if chosen in THEMES else "")
    return response


PAGES = (
    Page("/login", form, "log in with a token"),
    Page("/login/token", log_in, "take the token", method="POST"),
    Page("/logout", log_out, "forget the token", method="POST"),
    Page("/name", say_name, "say who votes, on loopback", "review:read", "POST"),
    Page("/theme", theme, "dark, light, or as the system says", method="POST"),
)
