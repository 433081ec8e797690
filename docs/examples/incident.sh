#!/bin/sh
# Declares an incident, changes it under If-Match, lists it and deletes it, with curl.
# TOCSIN_URL is the address of the server, TOCSIN_KEY a key of one project.
set -eu
call() { # method, path, body, further options of curl
  method=$1; path=$2; body=$3; shift 3
  curl --silent --show-error --fail-with-body --request "$method" "$TOCSIN_URL/api/$path" \
    --header "ApiKey: $TOCSIN_KEY" --header "Content-Type: application/json" --data "$body" "$@"
}
# The text of the first "name": "…" of a reply. Programs with many fields use jq.
text_of() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" | head -n 1; }

state=$(call POST incident-state/get-list '{"limit": 1, "select": {"projectId": true}}')
project=$(printf '%s' "$state" | text_of projectId)
state=$(printf '%s' "$state" | text_of _id)
severity=$(call POST incident-severity/get-list '{"limit": 1, "select": {"_id": true}}' | text_of _id)
headers=$(mktemp)
trap 'rm -f "$headers"' EXIT
incident=$(call POST incident "{\"data\": {
  \"projectId\": \"$project\", \"title\": \"Checkout is slow (shell)\",
  \"declaredAt\": \"2026-01-31T09:00:00.000Z\",
  \"currentIncidentStateId\": \"$state\", \"incidentSeverityId\": \"$severity\"}}" \
  --dump-header "$headers" | text_of _id)
etag=$(tr -d '\r' < "$headers" | sed -n 's/^[Ee][Tt][Aa][Gg]: //p')
call PUT "incident/$incident" '{"data": {"title": "Checkout is fast again (shell)"}}' \
  --header "If-Match: $etag" > /dev/null
call POST incident/get-list '{"query": {"title": {"_type": "Search", "value": "(shell)"}},
  "select": {"title": true, "currentIncidentState": {"name": true}}}'
printf '\n'
call DELETE "incident/$incident" '{}' > /dev/null
