import { describe, expect, it } from "vitest";
import { referenceResources, relatedKinds, resourceAt } from "@/lib/resources";
import { newProject } from "@/lib/resources/new-project";
import { checkData } from "@/lib/schema/record/check-data";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import { sampleProject } from "./sample-project";
import { type SampleRow, sampleId } from "./sample-row";

const now = new Date("2026-03-01T12:00:00.000Z");
const rows = sampleProject(now);

describe("the sample project", () => {
  it("is the same for the same time, and shifts with it", () => {
    expect(sampleProject(new Date(now))).toEqual(rows);
    const later = sampleProject(new Date(now.getTime() + 86_400_000));
    expect(later.map((row) => row.data["_id"])).toEqual(rows.map((row) => row.data["_id"]));
  });

  it("holds only what a create request would be allowed to hold", () => {
    for (const row of rows) {
      expect(() => checkData(resourceOf(row), row.data, "create"), row.path).not.toThrow();
    }
  });

  it("gives every record an id of its own", () => {
    const ids = rows.map((row) => row.data["_id"]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("is in order of creation, with nothing in the future", () => {
    const moments = rows.map((row) => row.at);
    expect(moments).toEqual([...moments].sort());
    expect(moments.at(-1)?.localeCompare(now.toISOString())).toBeLessThanOrEqual(0);
  });

  it("refers only to records that were made before", () => {
    const made = new Set<unknown>();
    for (const row of rows) {
      made.add(row.data["_id"]);
      const unknown = referencesOf(row).filter((id) => !made.has(id));
      expect(unknown, `${row.path} ${row.data["_id"]}`).toEqual([]);
    }
  });

  it("has something of each of the eighteen resources, the related kinds, and several open incidents", () => {
    const filled = new Set(rows.map((row) => row.path));
    const wanted = [...referenceResources, ...relatedKinds];
    expect(wanted.filter(({ path }) => !filled.has(path))).toEqual([]);
    const resolved = sampleId("incident-state", 3);
    const over = rows.filter(
      ({ path, data }) =>
        path === "incident-state-timeline" && data["incidentStateId"] === resolved,
    );
    expect(rows.filter((row) => row.path === "incident").length - over.length).toBe(4);
  });
});

describe("the contents of a new project", () => {
  it.each(newProject)("$path rows are valid", ({ path, rows: starting }) => {
    const resource = resourceAt(path);
    for (const row of starting) {
      const data = { ...row, projectId: sampleId("project", 1) };
      expect(() => resource && checkData(resource, data, "create")).not.toThrow();
    }
    expect(resource).toBeDefined();
  });
});

function resourceOf(row: SampleRow): Resource {
  const resource = resourceAt(row.path);
  if (!resource) throw new Error(`The sample project names ${row.path}, which is no resource.`);
  return resource;
}

function referencesOf(row: SampleRow): unknown[] {
  const { byColumn } = shapeOf(resourceOf(row));
  return Object.entries(row.data)
    .filter(([name]) => byColumn.get(name)?.field.to !== undefined)
    .flatMap(([, value]) => value);
}
