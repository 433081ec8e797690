import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Fault } from "@/lib/errors";
import { referenceResources, resourceAt } from "@/lib/resources";
import { incident } from "@/lib/resources/incidents/incident";
import { statusPagePrivateUser } from "@/lib/resources/status-pages/status-page-private-user";
import type { JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { readQuery } from "./query";
import type { QueryScope } from "./query-place";
import { readSelect } from "./select";
import { readSort } from "./sort";

const id = "0b2e9c1e-8f4b-4f0a-9c56-0d1f3a5b7c9d";
const scope: QueryScope = {
  resolve: resourceAt,
  readableProjects: () => "all",
  readableFilter: () => undefined,
};

function read(query: JsonValue, resource: Resource = incident) {
  const faults: Fault[] = [];
  const filter = readQuery(resource, query, scope, faults);
  return faults.length > 0 ? faults.map((fault) => fault.pointer) : filter;
}

describe("readQuery", () => {
  it.each(["_or", "_and"])("refuses the ninth condition that looks into texts (%s)", (group) => {
    const types = ["Search", "NotContains", "StartsWith", "EndsWith"];
    const texts = Array.from({ length: 8 }, (_, n) => ({
      title: { _type: types[n % 4] as string, value: `x${n}` },
    }));
    const others = [{ title: "a" }, { title: ["b", "c"] }, { description: null }];
    expect(read({ [group]: [...texts, ...others] })).not.toBeInstanceOf(Array);
    const related = { incidentSeverity: { name: { _type: "Search", value: "high" } } };
    expect(read({ [group]: [...texts, ...others, related] })).toEqual([
      `/query/${group}/11/incidentSeverity/name`,
    ]);
    const many = Array.from({ length: 48 }, (_, n) => texts[n % 8] as JsonValue);
    expect(read({ [group]: many })).toEqual([`/query/${group}/8/title`]);
  });

  it.each([undefined, null, {}])("matches everything for %j", (query) => {
    expect(read(query as JsonValue)).toBeUndefined();
  });

  it.each<[JsonValue, unknown]>([
    [{ title: "a" }, { op: "eq", column: "title", value: "a" }],
    [{ title: null }, { op: "isNull", column: "title" }],
    [{ title: ["a", "b"] }, { op: "in", column: "title", values: ["a", "b"] }],
    [{ title: [] }, { op: "in", column: "title", values: [] }],
    [{ incidentSeverity: id.toUpperCase() }, { op: "eq", column: "incidentSeverityId", value: id }],
    [{ labels: id }, { op: "hasAny", column: "labels", values: [id] }],
    [{ labels: [{ _id: id }] }, { op: "hasAny", column: "labels", values: [id] }],
    [{ labels: null }, { op: "isEmpty", column: "labels" }],
    [
      { declaredAt: { _type: "InBetween", startValue: "2026-01-01", endValue: "2026-02-01" } },
      {
        op: "between",
        column: "declaredAt",
        from: "2026-01-01T00:00:00.000Z",
        to: "2026-02-01T00:00:00.000Z",
      },
    ],
    [
      { incidentNumber: { _type: "GreaterThanOrNull", value: 3 } },
      { op: "gt", column: "incidentNumber", value: 3, orNull: true },
    ],
    [
      { _not: { title: { _type: "Search", value: "x" } } },
      { op: "not", filter: { op: "contains", column: "title", value: "x" } },
    ],
    [
      { currentIncidentState: { isResolvedState: false } },
      {
        op: "related",
        column: "currentIncidentStateId",
        to: "incident-state",
        filter: { op: "eq", column: "isResolvedState", value: false },
        projects: "all",
      },
    ],
    [
      { customFields: { region: "eu", size: { cpu: 2 } } },
      {
        op: "and",
        filters: [
          { op: "jsonEquals", column: "customFields", path: ["region"], value: "eu" },
          { op: "jsonEquals", column: "customFields", path: ["size", "cpu"], value: 2 },
        ],
      },
    ],
    [
      { customFields: { a: { _type: "EqualTo", value: 1 } } },
      { op: "jsonEquals", column: "customFields", path: ["a"], value: 1 },
    ],
    [
      { customFields: { a: { _type: "Search", kind: "x" } } },
      {
        op: "and",
        filters: [
          { op: "jsonEquals", column: "customFields", path: ["a", "_type"], value: "Search" },
          { op: "jsonEquals", column: "customFields", path: ["a", "kind"], value: "x" },
        ],
      },
    ],
    [{ customFields: { _type: "NotNull" } }, { op: "notNull", column: "customFields" }],
    [
      { customFields: { _type: "server" } },
      { op: "jsonEquals", column: "customFields", path: ["_type"], value: "server" },
    ],
  ])("reads %j", (query, filter) => {
    expect(read(query)).toEqual(filter);
  });

  it.each<[JsonValue, string[]]>([
    ["text", ["/query"]],
    [[], ["/query"]],
    [{ nope: 1 }, ["/query/nope"]],
    [{ title: {} }, ["/query/title"]],
    [{ title: 5 }, ["/query/title"]],
    [{ title: { _type: "Nope", value: 1 } }, ["/query/title/_type"]],
    [
      { isVisibleOnStatusPage: { _type: "GreaterThan", value: true } },
      ["/query/isVisibleOnStatusPage"],
    ],
    [{ _and: [] }, ["/query/_and"]],
    [{ _or: {} }, ["/query/_or"]],
    [{ _or: [{}] }, ["/query/_or/0"]],
    [{ _not: {} }, ["/query/_not"]],
    [{ incidentSeverity: {} }, ["/query/incidentSeverity"]],
    [{ incidentSeverityId: "x" }, ["/query/incidentSeverityId"]],
    [{ customFields: {} }, ["/query/customFields"]],
    [{ customFields: { a: { _type: "NotEqual", value: 1 } } }, ["/query/customFields/a"]],
    [{ customFields: { a: { b: { _type: "IsNull", value: 1 } } } }, ["/query/customFields/a/b"]],
    [{ customFields: { a: { _type: "InBetween", startValue: 1 } } }, ["/query/customFields/a"]],
    [{ title: { _type: "Search" } }, ["/query/title"]],
    [{ incidentNumber: { _type: "InBetween", startValue: 1 } }, ["/query/incidentNumber/endValue"]],
    [{ title: Array.from({ length: 501 }, () => "x") }, ["/query/title"]],
    [
      { _and: [{ _and: [{ _and: [{ _and: [{ _and: [{ title: "x" }] }] }] }] }] },
      ["/query/_and/0/_and/0/_and/0/_and/0/_and/0"],
    ],
    [{ _or: Array.from({ length: 51 }, () => ({ title: "x" })) }, ["/query"]],
  ])("refuses %j", (query, pointers) => {
    expect(read(query)).toEqual(pointers);
  });

  it("cannot be asked about a hashed field or a hidden one", () => {
    for (const query of [{ password: "x" }, { password: null }, { version: 1 }]) {
      expect(read(query, statusPagePrivateUser)).toHaveLength(1);
    }
    const faults: Fault[] = [];
    readSort(statusPagePrivateUser, { password: 1, version: 1 }, scope, faults);
    readSelect(statusPagePrivateUser, { version: true }, scope, faults);
    expect(faults.map((fault) => fault.pointer)).toEqual([
      "/sort/password",
      "/sort/version",
      "/select/version",
    ]);
  });

  it("reads anything without throwing", () => {
    const words = ["_and", "_or", "_not", "_type", "value", "Search", "title", "labels"];
    const json = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc.constantFrom<JsonValue>(null, true, 0, 1.5, "", "x", id, "2026-01-01", ...words),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...words, ...Object.keys(incident.fields)), tie("value"), {
          maxKeys: 4,
        }),
      ),
    })).value;
    fc.assert(
      fc.property(json, fc.constantFrom(...referenceResources), (value, resource) => {
        read(value, resource);
        const faults: Fault[] = [];
        readSelect(resource, value, scope, faults);
        readSort(resource, value, scope, faults);
      }),
      { numRuns: 500 },
    );
  });
});
