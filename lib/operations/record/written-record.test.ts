import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Caller } from "@/lib/auth/grants/caller";
import { rulesOf } from "@/lib/operations/rules";
import type { Context } from "@/lib/operations/transaction/context";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import { resources } from "@/lib/resources";
import type { FieldKind } from "@/lib/schema/field";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { writableColumns } from "@/lib/schema/record/writable";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { newId } from "@/lib/store/port/new-id";
import { fullBody, requiredBody } from "@/tests/bodies";
import { type TestEngine, testEngine } from "@/tests/engine";
import { matrixResources } from "@/tests/matrix";
import { createIn, createRecord, prepareCreate } from "./create";
import { getRecord } from "./get";
import { updateRecord } from "./update";

let engine: TestEngine;
/** May create every record, also those that only users have. */
let person: Caller;
beforeAll(async () => {
  engine = await testEngine();
  person = { ...engine.operator, type: "user", id: newId(), name: "Mia" };
});
afterAll(() => engine.store.close());

/** Values that a store or a conversion might change. */
const hostile: Partial<Record<FieldKind, JsonValue>> = {
  date: "2026-01-31T10:00:00.5+02:00",
  text: "e\u0301 \u{1f514} \u200b",
  markdown: "ö\r\n".repeat(40_000),
  number: -0,
  json: JSON.parse('{"10": -0, "9": 1e-7, "__proto__": ["\\ud800", "\\u0000"], "a": 1e21}'),
  textList: ["Project Member", "Project Member"],
  relation: "0190A000-0000-7000-8000-00000000ABCD",
  relationList: ["0190a000-0000-7000-8000-0000000000b1", "0190A000-0000-7000-8000-0000000000B1"],
};

function hostileBody(resource: Resource): JsonObject {
  // Counted numbers and some fields with suggestions have limits of their own.
  const columns = writableColumns(resource).filter(
    ({ name, field }) => name !== "projectId" && !field.counts && !field.suggestions,
  );
  const odd = columns.flatMap(({ name, field }): [string, JsonValue][] => {
    const value = hostile[field.kind];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...fullBody(resource, engine.projectId, 31), ...Object.fromEntries(odd) };
}

/** Values that the rules of a resource require. */
const required: Readonly<Record<string, JsonObject>> = {
  "saved-view": { resource: "incident", visibility: "private" },
  "api-key": { expiresAt: null, dialect: "oneuptime" },
};

const bodies: readonly (readonly [string, (resource: Resource) => JsonObject])[] = [
  ["its required fields", (resource) => requiredBody(resource, engine.projectId, 11)],
  ["every field", (resource) => fullBody(resource, engine.projectId, 21)],
  ["values that a conversion might change", hostileBody],
];

/** Returns the reply of a get, without the memory that a long one holds until it is sent. */
async function read(context: Context, resource: Resource, id: string) {
  const { end, ...reply } = await getRecord(context, resource, id);
  end?.();
  return reply;
}

/** Expects the reply of a create to be that of a get, to the byte. */
async function expectSame(resource: Resource, data: JsonObject, caller = person): Promise<Row> {
  const context = engine.context(caller);
  const { record, version } = await createRecord(context, resource, data);
  const got = await read(context, resource, String(record._id));
  const shown = Object.keys(rulesOf(resource.path).shownOnce?.({}, {}) ?? {});
  const lasting = Object.entries(record).filter(([name]) => !shown.includes(name));
  expect(JSON.stringify(Object.fromEntries(lasting))).toBe(JSON.stringify(got.record));
  expect(version).toBe(got.version);
  return record;
}

function resourceAt(path: string): Resource {
  const resource = resources.get(path);
  if (!resource) throw new Error(`There is no resource ${path}.`);
  return resource;
}

const created = matrixResources.filter(({ operations }) => operations.includes("create"));

describe.each(created.map((resource) => ({ path: resource.path, resource })))(
  "$path",
  ({ path, resource }) => {
    it.each(bodies)("is answered like a get after a create from %s", async (_, bodyOf) => {
      await expectSame(resource, { ...bodyOf(resource), ...required[path] });
    });

    it.runIf(resource.operations.includes("update"))(
      "has the version that an update answers",
      async () => {
        const context = engine.context(person);
        const data = { ...fullBody(resource, engine.projectId, 41), ...required[path] };
        const { record } = await createRecord(context, resource, data);
        const { projectId: _, ...full } = fullBody(resource, engine.projectId, 51);
        const change = { ...full, ...required[path] };
        const id = String(record._id);
        for (let n = 0; n < 2; n += 1) {
          const { version } = await updateRecord(context, resource, id, change);
          expect(version).toBe((await read(context, resource, id)).version);
        }
      },
    );
  },
);

describe("a create whose rules change other records is answered like a get", () => {
  const incident = resourceAt("incident");

  async function incidentBody(): Promise<Record<string, JsonValue>> {
    const monitor = await engine.create("monitor", { name: "Shop", monitorType: "Manual" });
    return {
      ...requiredBody(incident, engine.projectId, 61),
      declaredAt: engine.clock.iso(),
      currentIncidentStateId: await engine.idOf("incident-state", "Identified"),
      changeMonitorStatusToId: await engine.idOf("monitor-status", "Offline"),
      monitors: [String(monitor._id)],
    };
  }

  it("for an incident that sets monitors, and for events before, between and after others", async () => {
    const { _id: incidentId = null } = await expectSame(incident, await incidentBody());
    for (const [state, minutes] of [
      ["Acknowledged", 60],
      ["Resolved", -60],
      ["Identified", 30],
      ["Resolved", 90],
    ] as const) {
      const startsAt = new Date(engine.clock.now().getTime() + minutes * 60_000).toISOString();
      const incidentStateId = await engine.idOf("incident-state", state);
      const event = { projectId: engine.projectId, incidentId, incidentStateId, startsAt };
      await expectSame(resourceAt("incident-state-timeline"), event);
    }
  });

  it("for a record put between others of an ordered list", async () => {
    const severity = resourceAt("incident-severity");
    const { projectId } = engine;
    await expectSame(severity, { projectId, name: "Between", color: "#123456", order: 2 });
  });

  it("for a second default", async () => {
    const { projectId } = engine;
    for (const name of ["One", "Two"]) {
      await expectSame(resourceAt("ai-agent"), { projectId, name, isDefault: true });
      const view = { projectId, name, resource: "incident", isDefault: true, state: {} };
      await expectSame(resourceAt("saved-view"), view);
    }
  });

  it("for a project, and for the first record of a project that it registers", async () => {
    await expectSame(resourceAt("project"), { name: "Another" });
    const label = { projectId: newId(), name: "First", color: "#123456" };
    await expectSame(resourceAt("label"), label);
  });

  it("for a caller of one project", async () => {
    await expectSame(incident, await incidentBody(), engine.owner);
  });
});

it("answers a record as a rule left it that changed it again", async () => {
  const label = resourceAt("label");
  const data = { projectId: engine.projectId, name: "Sent", color: "#123456" };
  const ready = await prepareCreate(engine.context(engine.owner), label, data);
  const { record, version } = await inTransaction(ready.context, (tx) => {
    const create = async (resource: Resource, row: Row) => {
      await tx.changes.create(resource, row);
      await tx.as("rule").changes.update(resource, row, { name: "Renamed" });
    };
    return createIn({ ...tx, changes: { ...tx.changes, create } }, ready);
  });
  expect([record.name, version]).toEqual(["Renamed", 2]);
});
