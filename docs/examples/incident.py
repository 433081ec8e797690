"""Declares an incident, changes it under If-Match, lists it and deletes it.

Needs the standard library only. TOCSIN_URL is the address of the server, TOCSIN_KEY a key of one
project.
"""

import json
import os
import urllib.error
import urllib.request


class Refused(Exception):
    """An error of the API. Decide by `code`; `str` is for people."""

    def __init__(self, problem):
        super().__init__(problem["detail"])
        self.code = problem["code"]


def call(method, path, body=None, etag=None):
    """Returns the reply to a request and its ETag."""
    headers = {"ApiKey": os.environ["TOCSIN_KEY"], "Content-Type": "application/json"}
    if etag is not None:
        headers["If-Match"] = etag
    request = urllib.request.Request(
        f"{os.environ['TOCSIN_URL']}/api/{path}",
        method=method,
        headers=headers,
        data=json.dumps(body or {}).encode(),
    )
    try:
        with urllib.request.urlopen(request) as reply:
            return json.load(reply), reply.headers.get("ETag")
    except urllib.error.HTTPError as error:
        raise Refused(json.load(error)) from None


def every(path, **wanted):
    """Yields all records that match, page by page."""
    cursor = ""
    while cursor is not None:
        page, _ = call("POST", f"{path}/get-list", {**wanted, "limit": 100, "cursor": cursor})
        yield from page["data"]
        cursor = page["nextCursor"]


state = next(every("incident-state"))
severity = next(every("incident-severity"))
made, etag = call(
    "POST",
    "incident",
    {
        "data": {
            "projectId": state["projectId"],
            "title": "Checkout is slow (Python)",
            "declaredAt": "2026-01-31T09:00:00.000Z",
            "currentIncidentStateId": state["_id"],
            "incidentSeverityId": severity["_id"],
        }
    },
)
path = f"incident/{made['_id']}"
call("PUT", path, {"data": {"title": "Checkout is fast again (Python)"}}, etag)
try:
    call("PUT", path, {"data": {"title": "Too late"}}, etag)
except Refused as refused:
    print(refused.code)
matching = {"title": {"_type": "Search", "value": "(Python)"}}
for incident in every("incident", query=matching, select={"title": True}):
    print(incident["title"])
call("DELETE", path)
