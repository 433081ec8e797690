import { describe, expect, it } from "vitest";
import type { Field } from "@/lib/schema/field";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import { referenceResources, resourceAt, resources } from "./index";
import facts from "./reference-facts.json";

const everyResource = [...resources.values()];
const everyField = everyResource.flatMap((resource) =>
  Object.entries(resource.fields).map(([name, field]) => ({ resource, name, field })),
);

describe("the definitions against the facts of the reference", () => {
  it("are the eighteen, in its order, and no other claims to be one", () => {
    expect(referenceResources.map((resource) => resource.path)).toEqual(facts.map((f) => f.path));
    expect(everyResource.filter((resource) => resource.inReference)).toEqual(referenceResources);
  });

  it.each(facts)("$name has its name, operations and titles", (fact) => {
    const resource = resourceAt(fact.path);
    expect(resource?.name).toBe(fact.name);
    expect(resource?.operations).toEqual(fact.operations);
    expect({ ...nobody, ...resource?.permission }).toEqual(fact.permission);
  });

  it.each(facts)("$name has its fields in order, each of its type and need", (fact) => {
    const resource = resourceAt(fact.path);
    expect(resource && tableOf(resource)).toEqual(fact.fields.map(withoutSlips));
  });

  it("give the eighteen no default and no rule of uniqueness of our own", () => {
    for (const resource of referenceResources) {
      expect(resource.unique).toEqual([]);
      expect(Object.values(resource.fields).filter((field) => "default" in field)).toEqual([]);
    }
  });

  it("let clients set every field but the generated ones", () => {
    const own = everyField.filter(
      ({ resource, field }) =>
        resource.inReference && field.writtenBy === "server" && !field.byName,
    );
    expect(new Set(own.map(({ name }) => name))).toEqual(
      new Set([
        ...["createdAt", "updatedAt", "version", "createdByUser"],
        ...["incidentNumberWithPrefix", "alertNumberWithPrefix", "isWrittenByRule"],
      ]),
    );
  });
});

describe("every definition", () => {
  it("is data: printing it as JSON loses nothing", () => {
    for (const resource of everyResource) {
      expect(JSON.parse(JSON.stringify(resource))).toEqual(resource);
    }
  });

  it("refers only to resources that exist", () => {
    const targets = everyField.flatMap(({ field }) => field.to ?? []);
    expect(targets.filter((path) => !resources.has(path))).toEqual([]);
  });

  it("names real fields as label, time, and in unique sets", () => {
    for (const resource of everyResource) {
      expect(Object.keys(resource.fields)).toContain(resource.label);
      expect(resource.fields[resource.timeField]?.kind).toBe("date");
      const columns = [...shapeOf(resource).byColumn.keys()];
      expect(columns).toEqual(expect.arrayContaining(resource.unique.flat()));
    }
  });

  it("makes slugs from, and orders within, fields that exist", () => {
    for (const { resource, field } of everyField) {
      const columns = [...shapeOf(resource).byColumn.keys()];
      const named = [field.slugFrom, field.ordersWithin].filter((name) => name !== undefined);
      expect(columns, resource.path).toEqual(expect.arrayContaining(named));
    }
  });

  it("counts into a text of the server, with a prefix that a project has", () => {
    for (const { resource, field } of everyField) {
      if (!field.counts) continue;
      const { prefixed, projectPrefix } = field.counts;
      expect(resource.fields[prefixed]).toMatchObject({ kind: "text", writtenBy: "server" });
      if (projectPrefix === undefined) continue;
      expect(resourceAt("project")?.fields).toHaveProperty(projectPrefix);
    }
  });

  it("has columns of distinct names, however they are written", () => {
    for (const resource of everyResource) {
      const names = shapeOf(resource).columns.map((column) => column.name.toLowerCase());
      expect(new Set(names).size).toBe(names.length);
    }
  });
});

const nobody = { read: null, create: null, update: null, delete: null };

interface Documented {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

/** Returns the field table that the reference would print for a definition. */
function tableOf(resource: Resource): Documented[] {
  return Object.entries(resource.fields)
    .filter(([, field]) => !field.hidden)
    .flatMap(([name, field]) => rowsOf(name, field));
}

/** Replaces the reference's own type names of two fields and one target by their actual types. */
function withoutSlips(fact: Documented): Documented {
  return { ...fact, type: slips[fact.name] ?? fact.type };
}

const slips: Readonly<Record<string, string>> = {
  changeMonitorStatusTo: "Monitor Status",
  uptimePercentGreaterThanOrEqualTo: "Number",
  projectScim: "SCIM Configuration",
};

const nameOf = (field: Field) => resourceAt(field.to ?? "")?.name ?? "unknown";

function rowsOf(name: string, field: Field): Documented[] {
  const { required = false, requiredByName = false } = field;
  const { type } = kindOf(field);
  if (field.to === undefined) return [{ name, type, required }];
  if (kindOf(field).codec.list) return [{ name, type: `${nameOf(field)} (list)`, required }];
  return [
    { name, type: nameOf(field), required: requiredByName },
    { name: `${name}Id`, type, required },
  ];
}
