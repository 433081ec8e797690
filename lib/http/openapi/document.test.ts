import { gzipSync } from "node:zlib";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { routes } from "@/lib/http/routing/route-table";
import { offersOperation } from "@/lib/http/routing/supports-operation";
import { resources } from "@/lib/resources/index";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import { kindComponents, schemaRef } from "@/lib/schema/openapi/kind-schemas";
import { componentName } from "@/lib/schema/openapi/names";
import { presencesOf } from "@/lib/schema/record/presence";
import { recordSchema } from "@/lib/schema/record/record-schema";
import { documentedNames } from "@/lib/schema/shape";
import { partOf } from "@/tests/part-of";
import { openApiDocument } from "./document";
import { openApiTexts } from "./document-texts";

const options = { version: "1.2.3" };
const document = await openApiDocument(resources, options);
const short = await openApiDocument(resources, options, { spellings: "one" });
const paths = document["paths"] as Record<string, Record<string, JsonObject>>;
const components = document["components"] as Record<string, Record<string, JsonObject>>;
const all = [...resources.values()];

describe("the OpenAPI document", () => {
  it("is a valid OpenAPI 3.1 document", async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  it("has every route of the table that a resource offers, and no other", () => {
    const expected = routes.flatMap((route) => {
      const { method } = route;
      const path = route.pattern.replace(":id", "{id}");
      if (route.names === "endpoint" || !path.includes("{r}"))
        return [`${method} ${path.replace("{r}", "{resource}")}`];
      return all
        .filter((resource) => offersOperation(resource, route.operation))
        .map((resource) => `${method} ${path.replace("{r}", resource.path)}`);
    });
    const found = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((key) => key !== "parameters")
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(found.sort()).toEqual(expected.sort());
  });

  it.each(all.map((resource) => [resource.path, resource] as const))(
    "has every field of %s",
    (_, resource) => {
      const names = [
        ...documentedNames(resource).map(([name]) => name),
        ...presencesOf(resource).keys(),
      ];
      const name = componentName(resource);
      const record = Object.keys(components["schemas"]?.[name]?.["properties"] as JsonObject);
      expect(
        record
          .filter((field) => names.includes(field) || (field !== "key" && field !== "link"))
          .sort(),
      ).toEqual([...names].sort());
      for (const writing of ["Create", "Update"]) {
        const data = components["schemas"]?.[`${name}${writing}`]?.["properties"];
        if (data) expect(Object.keys(data).sort()).toEqual(names.sort());
      }
    },
  );

  it("requires on create the same fields as the checks of a record", () => {
    for (const resource of all.filter(({ operations }) => operations.includes("create"))) {
      const schema = z.toJSONSchema(recordSchema(resource, "create"), {
        io: "input",
        unrepresentable: "any",
      });
      const data = components["schemas"]?.[`${componentName(resource)}Create`];
      expect(data?.["required"]).toEqual(schema.required);
    }
  });

  it("gives every operation and component a name of its own", () => {
    const ids = Object.values(paths)
      .flatMap((item) => Object.values(item))
      .flatMap(({ operationId }) => operationId ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(all.map(componentName)).size).toBe(all.length);
    expect(all.map(componentName).filter((name) => name in kindComponents())).toEqual([]);
  });

  it("refers only to parts that are there, and has no part that nothing refers to", () => {
    const text = JSON.stringify(document);
    const referred = new Set(text.match(/(?<="\$ref":"#\/components\/)[^"]+/g));
    const present = Object.entries(components).flatMap(([kind, parts]) =>
      Object.keys(parts).map((name) => `${kind}/${name}`),
    );
    expect([...referred].filter((one) => !present.includes(one))).toEqual([]);
    const unused = present.filter(
      (one) => !referred.has(one) && !one.startsWith("securitySchemes"),
    );
    expect(unused).toEqual([]);
  });

  it("has no keyword beside a reference and no enum without a type, which generators lose", () => {
    const lost = partsOf(document, "#").filter(
      ([, part]) =>
        ("$ref" in part && Object.keys(part).length > 1) ||
        (Array.isArray(part["enum"]) && part["type"] === undefined),
    );
    expect(lost.map(([place]) => place)).toEqual([]);
  });

  it("states the parameters of a query string by a schema, whose JSON is text", () => {
    const lost = Object.values(components["parameters"] ?? {}).filter(
      ({ schema }) => !isJsonObject(schema),
    );
    expect(lost).toEqual([]);
  });

  it("promises an id and times that are never null", () => {
    const incident = partOf(document, "components", "schemas", "Incident", "properties");
    for (const name of ["_id", "createdAt", "updatedAt"]) {
      expect(partOf(incident, name)["type"]).toBe("string");
    }
    expect(partOf(incident, "description")["type"]).toEqual(["string", "null"]);
  });

  it("takes at most 22 kB for each resource, 1.3 kB compressed, and is made once", async () => {
    const text = openApiTexts(resources, options)({ spellings: "one" });
    expect(await text()).toBe(await text());
    expect((await text()).length / resources.size).toBeLessThan(22_000);
    expect(gzipSync(await text()).length / resources.size).toBeLessThan(1_300);
  });

  it("is made in at least one turn of the event loop for each resource", async () => {
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const text = await openApiTexts(resources, options)({ spellings: "one" })();
    isDone = true;
    expect(turns).toBeGreaterThan(resources.size);
    expect(text).toBe(JSON.stringify(short));
  });

  it("has one route for each operation by default, and marks the others where it has all", () => {
    const ids = operationsOf(short);
    const others = operationsOf(document).filter(({ "x-alternative-of": like }) => like);
    const names = new Set(ids.map(({ operationId }) => operationId));
    expect(ids.filter(({ "x-alternative-of": like }) => like)).toEqual([]);
    expect(ids.length + others.length).toBe(operationsOf(document).length);
    expect(others.filter(({ "x-alternative-of": like }) => !names.has(like))).toEqual([]);
    const incident = ids.filter(({ tags }) => JSON.stringify(tags) === '["Incidents"]');
    expect(incident.map(({ operationId }) => operationId)).toEqual(
      ["listIncidents", "getIncident", "countIncidents", "createIncident", "updateIncident"].concat(
        ["deleteIncident", "bulkCreateIncidents", "bulkUpdateIncidents", "bulkDeleteIncidents"],
        [
          "listVersionsOfIncidents",
          "exportIncidents",
          "listReferencesToIncident",
          "getStoryOfIncident",
        ],
      ),
    );
  });

  it("refers to no schema from within that schema", () => {
    const schemas = partOf(short, "components", "schemas");
    const within = (name: string, above: readonly string[]): string[] => {
      if (above.includes(name)) return [[...above, name].join(" > ")];
      const text = JSON.stringify(schemas[name]);
      const inner = [...new Set(text.match(/(?<="\$ref":"#\/components\/schemas\/)[^"]+/g))];
      return inner.flatMap((one) => within(one, [...above, name]));
    };
    const circles = Object.keys(schemas).flatMap((name) => within(name, []));
    expect(circles).toEqual([]);
  });

  it("types select, sort and query of a list, and of the records that it refers to", () => {
    const schemas = partOf(short, "components", "schemas");
    const property = (schema: string, name: string) => partOf(schemas, schema, "properties", name);
    expect(property("IncidentSelect", "currentIncidentState")).toEqual(
      schemaRef("IncidentStateRelatedSelect"),
    );
    expect(property("IncidentSort", "currentIncidentState")).toEqual(
      schemaRef("IncidentStateRelatedSort"),
    );
    expect(property("IncidentQuery", "currentIncidentState")).toEqual(
      schemaRef("IncidentStateRelatedQuery"),
    );
    expect(partOf(schemas, "DateOperator", "discriminator")).toMatchObject({
      propertyName: "_type",
      mapping: { InBetween: "#/components/schemas/DateInBetween" },
    });
    expect(partOf(schemas, "DateInBetween", "properties", "_type")).toEqual({
      type: "string",
      const: "InBetween",
    });
  });

  it("states one resource alone, complete and valid", async () => {
    const only = resources.get("incident");
    const one = await openApiDocument(resources, options, { spellings: "one", only });
    const result = await new Validator().validate(structuredClone(one));
    expect(result.errors ?? []).toEqual([]);
    const names = operationsOf(one).map(({ operationId }) => operationId);
    expect(names).toEqual(
      operationsOf(short)
        .filter(({ tags }) => JSON.stringify(tags) === '["Incidents"]')
        .map(({ operationId }) => operationId),
    );
    expect(JSON.stringify(one).length).toBeLessThan(120_000);
    expect(partOf(one, "components", "examples", "Incident", "value")).toBeDefined();
  });

  it("names the configured server", async () => {
    const told = await openApiDocument(resources, {
      version: "1",
      serverUrl: "https://tocsin.example",
    });
    expect(told["servers"]).toEqual([{ url: "https://tocsin.example" }]);
  });
});

function operationsOf(shown: JsonObject): JsonObject[] {
  return Object.values(partOf(shown, "paths"))
    .flatMap((item) => Object.values(item as JsonObject))
    .filter((one) => isJsonObject(one))
    .filter(({ operationId }) => operationId !== undefined);
}

/** Returns every object within a value, with its place. Examples are values, not schemas. */
function partsOf(value: JsonValue, place: string): [string, JsonObject][] {
  if (Array.isArray(value)) return value.flatMap((one, index) => partsOf(one, `${place}/${index}`));
  if (!isJsonObject(value)) return [];
  const inner = Object.entries(value).filter(([name]) => !/^examples?$/.test(name));
  return [[place, value], ...inner.flatMap(([name, one]) => partsOf(one, `${place}/${name}`))];
}
