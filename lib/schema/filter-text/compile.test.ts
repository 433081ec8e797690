import { expect, test } from "vitest";
import type { Fault } from "@/lib/errors";
import { resourceAt, resources } from "@/lib/resources/index";
import { readQuery } from "@/lib/schema/query/query";
import { shapeOf } from "@/lib/schema/shape";
import { fieldTitle } from "@/lib/schema/title";
import { compileFilter } from "./compile";
import { parseFilter } from "./parse";
import { testsOf } from "./tests-by-kind";
import { vocabularyOf } from "./vocabulary";

const reader = {
  me: "0198b2a4-0000-7000-8000-000000000001",
  now: Date.parse("2026-08-14T12:00:00Z"),
  resolve: resourceAt,
};
const incident = resources.get("incident");
if (!incident) throw new Error("There is no incident.");
const vocabulary = vocabularyOf(
  incident,
  ({ name, relation, field }) => field.title ?? relation ?? name,
  resourceAt,
);

const access = {
  resolve: resourceAt,
  readableProjects: () => "all" as const,
  readableFilter: () => undefined,
};

function compiled(text: string) {
  const parsed = parseFilter(text, vocabulary);
  if (!incident || parsed.fault) throw new Error(parsed.fault?.message);
  return compileFilter(incident, parsed.filter, reader);
}

test.each([
  ["", {}],
  ["declared>-7d", { declaredAt: { _type: "GreaterThan", value: "2026-08-07T12:00:00.000Z" } }],
  ["acknowledged-after>10min", { acknowledgedAfterSeconds: { _type: "GreaterThan", value: 600 } }],
  [
    "resolved-after:90s..1.5h",
    { resolvedAfterSeconds: { _type: "InBetween", startValue: 90, endValue: 5400 } },
  ],
  ["resolved-after<30", { resolvedAfterSeconds: { _type: "LessThan", value: 30 } }],
  [
    "declared:2026-08-01",
    {
      declaredAt: {
        _type: "InBetween",
        startValue: "2026-08-01T00:00:00.000Z",
        endValue: "2026-08-01T23:59:59.999Z",
      },
    },
  ],
  [
    "declared>2026-08-01",
    { declaredAt: { _type: "GreaterThan", value: "2026-08-01T23:59:59.999Z" } },
  ],
  [
    "declared>today",
    { declaredAt: { _type: "GreaterThanOrEqual", value: "2026-08-14T00:00:00.000Z" } },
  ],
  [
    "declared>yesterday",
    { declaredAt: { _type: "GreaterThanOrEqual", value: "2026-08-13T00:00:00.000Z" } },
  ],
  ["declared<today", { declaredAt: { _type: "LessThan", value: "2026-08-14T00:00:00.000Z" } }],
  [
    "declared<=today",
    { declaredAt: { _type: "LessThanOrEqual", value: "2026-08-14T23:59:59.999Z" } },
  ],
  ["number>=42", { incidentNumber: { _type: "GreaterThanOrEqual", value: 42 } }],
  ["created-by:me", { createdByUserId: { _type: "Includes", value: [reader.me] } }],
  [
    "severity.name:Critical",
    { incidentSeverity: { name: { _type: "Includes", value: ["Critical"] } } },
  ],
  [
    "state.order!=2",
    { _not: { currentIncidentState: { order: { _type: "Includes", value: [2] } } } },
  ],
  ["monitors.name~checkout", { monitors: { name: { _type: "Search", value: "checkout" } } }],
  [
    "customFields.affected>500",
    { customFields: { affected: { _type: "GreaterThan", value: 500 } } },
  ],
  [
    "customFields.a.b:1..9",
    { customFields: { a: { b: { _type: "InBetween", startValue: 1, endValue: 9 } } } },
  ],
  [
    "customFields.due<2026-08-01",
    { customFields: { due: { _type: "LessThan", value: "2026-08-01" } } },
  ],
  [
    "customFields.due:2026-08-01..-1d",
    {
      customFields: {
        due: {
          _type: "InBetween",
          startValue: "2026-08-01",
          endValue: "2026-08-13T12:00:00.000Z",
        },
      },
    },
  ],
  ["owner:me", { _has: { "incident-owner-user": { userId: [reader.me] } } }],
  ["owner!=me", { _hasNo: { "incident-owner-user": { userId: [reader.me] } } }],
  ["owner:none", { _hasNo: { "incident-owner-user": {}, "incident-owner-team": {} } }],
  ["no:owner", { _hasNo: { "incident-owner-user": {}, "incident-owner-team": {} } }],
  [
    "has:owner",
    { _or: [{ _has: { "incident-owner-user": {} } }, { _has: { "incident-owner-team": {} } }] },
  ],
  [
    `owner:none,${reader.me}`,
    {
      _or: [
        { _hasNo: { "incident-owner-user": {}, "incident-owner-team": {} } },
        {
          _or: [
            { _has: { "incident-owner-user": { userId: [reader.me] } } },
            { _has: { "incident-owner-team": { teamId: [reader.me] } } },
          ],
        },
      ],
    },
  ],
  ["customFields.region:eu,5", { customFields: { region: ["eu", 5, "5"] } }],
  [
    'customFields.owner."the team"!=true',
    { _not: { customFields: { owner: { "the team": [true, "true"] } } } },
  ],
  [
    "number!=1 or no:labels",
    {
      _or: [
        { _not: { incidentNumber: { _type: "Includes", value: [1] } } },
        { labels: { _type: "IsNull" } },
      ],
    },
  ],
])("%s", (text, query) => {
  expect(compiled(text)).toEqual({ query });
});

test.each([
  ...[
    "number:many",
    "severity:nobody",
    "declared>soon",
    "resolved-after>soon",
    "custom-fields:x",
    "owner:nobody",
  ],
  ...["custom-fields.size>many", "custom-fields.size:1..2026-01-01"],
])("%s is refused with a reason", (text) => {
  expect(compiled(text).problems).toHaveLength(1);
});

test("every test that is offered for a field is one the API takes", () => {
  const samples = ["2026-08-14", "5", "yes", reader.me, "text"];
  for (const resource of resources.values()) {
    for (const { name, field } of shapeOf(resource).columns) {
      if (field.hidden) continue;
      for (const one of testsOf(field)) {
        const accepted = samples.flatMap((value) => {
          const values =
            one === "empty" || one === "filled"
              ? []
              : [value, value].slice(one === "between" ? 0 : 1);
          const made = compileFilter(
            resource,
            { kind: "condition", column: name, test: one, values },
            reader,
          );
          if (made.problems) return [];
          const faults: Fault[] = [];
          readQuery(resource, made.query, access, faults);
          return [faults];
        });
        expect(accepted.length, `${resource.path} ${name} ${one}`).toBeGreaterThan(0);
        expect(accepted.flat()).toEqual([]);
      }
    }
  }
});

test.each([
  ["owner:me", { assignedToUserId: [reader.me] }],
  ["owner!=me", { _and: [{ _not: { assignedToUserId: [reader.me] } }] }],
  ["owner:none", { _and: [{ assignedToUserId: null }, { assignedToTeamId: null }] }],
  [
    "has:owner",
    {
      _or: [{ assignedToUserId: { _type: "NotNull" } }, { assignedToTeamId: { _type: "NotNull" } }],
    },
  ],
])("%s of an episode means whom it is assigned to", (text, query) => {
  const episode = resources.get("incident-episode");
  if (!episode) throw new Error("There is no episode.");
  const words = vocabularyOf(episode, fieldTitle, resourceAt);
  const parsed = parseFilter(text, words);
  if (parsed.fault) throw new Error(parsed.fault.message);
  expect(compileFilter(episode, parsed.filter, reader)).toEqual({ query });
  const faults: Fault[] = [];
  readQuery(episode, query, access, faults);
  expect(faults).toEqual([]);
});
