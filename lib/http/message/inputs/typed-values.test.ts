import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { resourceAt } from "@/lib/resources/index";
import type { JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { unwrapData, unwrapQuery } from "./typed-values";

function resource(path: string): Resource {
  const found = resourceAt(path);
  if (!found) throw new Error(path);
  return found;
}

const incident = resource("incident");
const id = "0190a000-0000-7000-8000-00000000000a";
const wrappedId = { _type: "ObjectID", value: id };
const date = "2026-01-01T00:00:00.000Z";
const wrappedDate = { _type: "DateTime", value: date };

describe("unwrapData", () => {
  test("takes typed values out of fields, lists and references", () => {
    const data = {
      title: { _type: "Name", value: "x" },
      declaredAt: wrappedDate,
      incidentSeverityId: wrappedId,
      incidentSeverity: { _id: wrappedId },
      monitors: [wrappedId, { _id: wrappedId }, { id }, id],
      postmortemAttachments: [wrappedId],
    };
    expect(unwrapData(incident, data)).toEqual({
      title: "x",
      declaredAt: date,
      incidentSeverityId: id,
      incidentSeverity: { _id: id },
      monitors: [id, { _id: id }, { id }, id],
      postmortemAttachments: [id],
    });
  });

  test.each([
    ["status-page-private-user", "password", "HashedString"],
    ["status-page-private-user", "email", "Email"],
    ["alert-severity", "color", "Color"],
    ["ai-agent-task-pull-request", "pullRequestUrl", "URL"],
  ])("%s.%s may be a %s", (path, field, type) => {
    expect(unwrapData(resource(path), { [field]: { _type: type, value: "v" } })).toEqual({
      [field]: "v",
    });
  });

  test("leaves JSON fields, unknown fields and unknown types alone", () => {
    const data = {
      customFields: { a: wrappedDate, _type: "DateTime", value: 1 },
      telemetryQuery: wrappedDate,
      nothing: wrappedDate,
      title: { _type: "Search", value: "x" },
      rootCause: { _type: "Name" },
    };
    expect(unwrapData(incident, data)).toBe(data);
  });

  test("keeps dangerous keys as own keys", () => {
    const data = JSON.parse(
      `{"__proto__":1,"constructor":2,"declaredAt":${JSON.stringify(wrappedDate)}}`,
    );
    const plain = unwrapData(incident, data);
    expect(JSON.stringify(plain)).toBe(`{"__proto__":1,"constructor":2,"declaredAt":"${date}"}`);
  });

  test.each([undefined, null, 1, "x", []])("leaves %j to the checks", (data) => {
    expect(unwrapData(incident, data)).toBe(data);
  });
});

describe("unwrapQuery", () => {
  test("reaches into operators, lists, combinations and related records", () => {
    const query = {
      incidentSeverityId: wrappedId,
      currentIncidentState: wrappedId,
      incidentEpisode: { createdAt: { _type: "GreaterThan", value: wrappedDate } },
      declaredAt: { _type: "InBetween", startValue: wrappedDate, endValue: wrappedDate },
      createdAt: [wrappedDate, date],
      monitors: { _type: "Includes", value: [wrappedId, { _id: wrappedId }] },
      labels: [{ _id: wrappedId }],
      _or: [{ updatedAt: wrappedDate }, { _and: [{ _id: wrappedId }] }],
      _not: { declaredAt: wrappedDate },
    };
    expect(unwrapQuery(incident, query)).toEqual({
      incidentSeverityId: id,
      currentIncidentState: id,
      incidentEpisode: { createdAt: { _type: "GreaterThan", value: date } },
      declaredAt: { _type: "InBetween", startValue: date, endValue: date },
      createdAt: [date, date],
      monitors: { _type: "Includes", value: [id, { _id: id }] },
      labels: [{ _id: id }],
      _or: [{ updatedAt: date }, { _and: [{ _id: id }] }],
      _not: { declaredAt: date },
    });
  });

  test("leaves JSON fields and unknown names alone", () => {
    const query = {
      customFields: { a: wrappedDate },
      nothing: wrappedDate,
      title: { _type: "Nonsense", other: wrappedDate },
      incidentSeverity: { unknown: wrappedId },
      _or: "x",
      _and: [[wrappedId]],
    };
    expect(unwrapQuery(incident, query)).toEqual(query);
    expect(unwrapQuery(incident, undefined)).toBeUndefined();
  });
});

describe("any input", () => {
  const names = fc.constantFrom(
    "title",
    "customFields",
    "monitors",
    "incidentSeverity",
    "_or",
    "_not",
  );
  const types = fc.constantFrom("ObjectID", "DateTime", "EqualTo", "x");
  const leaves: fc.Arbitrary<JsonValue> = fc.constantFrom(null, true, 1, "text");
  const keys = fc.oneof(names, fc.constantFrom("_type", "value"), fc.string());
  const nested = (inner: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> =>
    fc.oneof(
      leaves,
      types,
      fc.array(inner, { maxLength: 3 }),
      fc.tuple(types, inner).map(([_type, value]): JsonValue => ({ _type, value })),
      fc.dictionary(keys, inner, { maxKeys: 4 }),
    );
  const values = nested(nested(nested(nested(leaves))));

  test("is never changed in place and never refused", () => {
    fc.assert(
      fc.property(values, (value) => {
        const before = JSON.stringify(value);
        unwrapData(incident, value);
        unwrapQuery(incident, value);
        expect(JSON.stringify(value)).toBe(before);
      }),
    );
  });

  test("comes through as it is where nothing is typed", () => {
    fc.assert(
      fc.property(values, (value) => {
        fc.pre(!JSON.stringify(value).includes("_type"));
        expect(unwrapData(incident, value)).toBe(value);
        expect(JSON.stringify(unwrapQuery(incident, value))).toBe(JSON.stringify(value));
      }),
    );
  });

  test("holds nothing but its JSON fields after one pass", () => {
    fc.assert(
      fc.property(values, (value) => {
        const data = { customFields: value };
        expect(unwrapData(incident, data)).toBe(data);
      }),
    );
  });
});
