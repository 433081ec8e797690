import { describe, expect, it } from "vitest";
import type { Fault } from "@/lib/errors";
import { resourceAt } from "@/lib/resources";
import { incident } from "@/lib/resources/incidents/incident";
import { statusPagePrivateUser } from "@/lib/resources/status-pages/status-page-private-user";
import type { JsonValue } from "@/lib/schema/json";
import type { QueryScope } from "./query-place";
import { readSelect } from "./select";
import { readSort } from "./sort";

const scope: QueryScope = {
  resolve: resourceAt,
  readableProjects: () => "all",
  readableFilter: () => undefined,
};

function select(value: JsonValue | undefined, resource = incident) {
  const faults: Fault[] = [];
  const selection = readSelect(resource, value, scope, faults);
  return { names: selection.fields.map((field) => field.name), faults };
}

describe("readSelect", () => {
  it("gives every own field that can be read when nothing is named", () => {
    const { names } = select(undefined);
    expect(names).toContain("title");
    expect(names).toContain("incidentSeverityId");
    expect(names).toContain("labels");
    expect(names).not.toContain("incidentSeverity");
    expect(names).not.toContain("version");
    expect(select({}).names).toEqual(names);
    expect(select(undefined, statusPagePrivateUser).names).not.toContain("password");
  });

  it("gives _id and the named fields, relations under the name that was used", () => {
    expect(select({ title: true, incidentSeverity: true, slug: false }).names).toEqual([
      "_id",
      "title",
      "incidentSeverity",
    ]);
    expect(select({ title: false }).names).toEqual(["_id"]);
  });

  it("refuses unknown fields, and nesting deeper than one level", () => {
    const { faults } = select({
      nope: true,
      title: { x: true },
      incidentSeverity: { name: { x: true }, nope: true },
      slug: 1,
    });
    expect(faults.map((fault) => fault.pointer)).toEqual([
      "/select/nope",
      "/select/title",
      "/select/incidentSeverity/name",
      "/select/incidentSeverity/nope",
      "/select/slug",
    ]);
  });
});

describe("readSort", () => {
  it("reads both spellings, in the order given, and newest first when absent", () => {
    const faults: Fault[] = [];
    expect(readSort(incident, { title: "Asc", incidentSeverity: -1 }, scope, faults)).toEqual([
      { column: "title", direction: "asc" },
      { column: "incidentSeverityId", direction: "desc" },
    ]);
    const newestFirst = [{ column: "createdAt", direction: "desc" }];
    expect(readSort(incident, undefined, scope, faults)).toEqual(newestFirst);
    expect(readSort(incident, {}, scope, faults)).toEqual(newestFirst);
    expect(faults).toEqual([]);
  });

  it("refuses unknown fields, directions and kinds without order", () => {
    const faults: Fault[] = [];
    readSort(
      incident,
      { nope: 1, title: 2, customFields: 1, labels: -1, slug: null },
      scope,
      faults,
    );
    expect(faults.map((fault) => fault.field)).toEqual([
      "nope",
      "title",
      "customFields",
      "labels",
      "slug",
    ]);
  });
});
