import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isAppError } from "@/lib/errors";
import { referenceResources } from "@/lib/resources";
import { alertSeverity } from "@/lib/resources/alerts/alert-severity";
import { incident } from "@/lib/resources/incidents/incident";
import { incidentMember } from "@/lib/resources/incidents/incident-member";
import type { JsonValue } from "@/lib/schema/json";
import { checkData } from "./check-data";

const projectId = "0b2e9c1e-8f4b-4f0a-9c56-0d1f3a5b7c9d";
const incidentId = "6f1d2c3b-4a59-4867-9758-69a0b1c2d3e4";
const severity = { projectId, name: "High", color: "#b70400" };

function faultsOf(act: () => unknown) {
  try {
    act();
  } catch (error) {
    if (isAppError(error)) return error.details.faults ?? [];
    throw error;
  }
  return [];
}

describe("checkData", () => {
  it("returns the data by column, in stored form", () => {
    const row = checkData(
      incidentMember,
      {
        project: { _id: projectId.toUpperCase() },
        user: incidentId,
        incident: incidentId,
        incidentRoleId: incidentId,
      },
      "create",
    );
    expect(row).toEqual({
      projectId,
      userId: incidentId,
      incidentId,
      incidentRoleId: incidentId,
    });
  });

  it("names every fault at once, each with its pointer", () => {
    const data = { projectId: "x", name: "", color: "red", colour: "#fff", order: 1.5 };
    const faults = faultsOf(() => checkData(alertSeverity, data, "create"));
    expect(Object.fromEntries(faults.map((fault) => [fault.pointer, fault.message]))).toEqual({
      "/data/colour": '"colour" is not a field of Alert Severity. Did you mean color?',
      "/data/projectId": "projectId must be an id in the shape of a UUID.",
      "/data/name": "name is required and must not be empty.",
      "/data/color": "color must be a color of the form #RRGGBB, such as #1f6feb.",
      "/data/order": "order must be a whole number from -32768 to 32767.",
    });
  });

  it("takes a relation under either name and refuses two that differ", () => {
    const both = { ...severity, project: projectId };
    expect(checkData(alertSeverity, both, "create")).toMatchObject({ projectId });
    const faults = faultsOf(() =>
      checkData(alertSeverity, { ...severity, project: incidentId }, "create"),
    );
    expect(faults).toHaveLength(1);
    expect(faults[0]?.message).toContain("name different records");
  });

  it("asks for ids where an item of a list is null", () => {
    const faults = faultsOf(() => checkData(incident, { labels: [null] }, "update"));
    expect(faults).toMatchObject([
      { pointer: "/data/labels/0", message: "labels must be an id in the shape of a UUID." },
    ]);
  });

  it("keeps the order of a relation list and drops duplicates", () => {
    const other = projectId;
    const row = checkData(incident, { labels: [{ _id: incidentId }, other, incidentId] }, "update");
    expect(row).toEqual({ labels: [incidentId, other] });
  });

  it("empties a list by null", () => {
    expect(checkData(incident, { labels: null }, "update")).toEqual({ labels: [] });
  });

  it("ignores server-written fields, so that a record can be sent back as read", () => {
    const data = { _id: incidentId, createdAt: "x", updatedAt: 5, createdByUserId: null };
    expect(checkData(alertSeverity, { ...data, name: "Low" }, "update")).toEqual({ name: "Low" });
  });

  it.each([undefined, null, [], "text", 5])("refuses %j for data", (data) => {
    const faults = faultsOf(() => checkData(alertSeverity, data as JsonValue, "update"));
    expect(faults[0]?.pointer).toBe("/data");
  });

  it("refuses an update of nothing", () => {
    expect(faultsOf(() => checkData(alertSeverity, {}, "update"))).toHaveLength(1);
  });

  it("refuses null in a required field, takes it elsewhere", () => {
    expect(checkData(alertSeverity, { description: null }, "update")).toEqual({
      description: null,
    });
    expect(faultsOf(() => checkData(alertSeverity, { name: null }, "update"))).toHaveLength(1);
  });

  it.each(["__proto__", "constructor", "prototype", "a.b", "t1.name", '"x; drop', "toString"])(
    "refuses the key %s",
    (key) => {
      const data: unknown = JSON.parse(
        JSON.stringify({ name: "a" }).replace("name", key.replaceAll('"', '\\"')),
      );
      const faults = faultsOf(() => checkData(alertSeverity, data as JsonValue, "update"));
      expect(faults.map((fault) => fault.field)).toContain(key);
    },
  );

  it.each([
    ["NUL", "a\0b"],
    ["half a surrogate pair", "a\ud800"],
    ["more than 255 code points", "x".repeat(256)],
  ])("refuses text with %s", (_, name) => {
    expect(faultsOf(() => checkData(alertSeverity, { name }, "update"))).toHaveLength(1);
  });

  it("counts length in code points", () => {
    const name = "🔥".repeat(255);
    expect(checkData(alertSeverity, { name }, "update")).toEqual({ name });
  });

  it("never fails but with a 400, whatever is sent to whichever resource", () => {
    const resource = fc.constantFrom(...referenceResources);
    fc.assert(
      fc.property(resource, fc.jsonValue(), fc.boolean(), (definition, value, creating) => {
        const names = Object.keys(definition.fields);
        const data = Object.fromEntries(names.map((name) => [name, value]));
        for (const sent of [value, data, { [names[5] ?? "_id"]: value }]) {
          faultsOf(() => checkData(definition, sent as JsonValue, creating ? "create" : "update"));
        }
      }),
      { numRuns: 300 },
    );
  });
});
