import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportFormats } from "@/lib/operations/export/formats";
import { incident } from "@/lib/resources/incidents/incident";
import type { JsonObject } from "@/lib/schema/json";
import { newId } from "@/lib/store/port/new-id";
import { expectStatus, type TestApi, testApi } from "@/tests/api";

let api: TestApi;
let state: string;
const hostile = [
  "=1+1",
  "+1",
  "-1",
  "@x",
  "\tx",
  "\rx",
  "\n=1+1",
  'a"b',
  "a,b",
  "a\nb",
  "a\r\nb",
  "Ünïcode 💥",
  " = ",
];

beforeAll(async () => {
  api = await testApi();
  state = await api.engine.idOf("incident-state", "Identified");
  for (const title of [...hostile, ...Array.from({ length: 500 }, (_, n) => `Incident ${n}`)]) {
    const data = {
      ...{ projectId: api.projectId, title, declaredAt: "2026-01-01", incidentSeverityId: newId() },
      ...{ currentIncidentStateId: state, rootCause: title.length % 2 === 0 ? title : null },
    };
    const reply = await api.ask("POST", "/api/incident", { key: api.owner, body: { data } });
    expectStatus(reply, 200);
  }
}, 180_000);
afterAll(() => api.close());

const ask = (query: string, body: JsonObject = {}, key = api.owner) =>
  api.ask("POST", "/api/incident/export", { key, query, body });

describe("an export", () => {
  it("has a header of names for programs, or of the fields' titles", async () => {
    const select = {
      _id: false,
      title: true,
      declaredAt: true,
      currentIncidentState: { name: true },
    };
    const head = async (query: string) => readCsv((await ask(query, { select })).text)[0];
    expect(await head("format=csv")).toEqual(["title", "declaredAt", "currentIncidentState.name"]);
    const titles = ["Title", "Declared", "State: Name"];
    expect(await head("format=csv&headers=titles&labels=1")).toEqual(titles);
    expect((await ask("format=csv&headers=Titles")).status).toBe(400);
  });

  it.each([
    {},
    { sort: { title: 1 } },
    { sort: { rootCause: -1, title: 1 } },
    { query: { title: { _type: "Search", value: "1" } }, sort: { incidentNumber: 1 } },
    { select: { title: true, currentIncidentState: { name: true } } },
  ])("has the records of the list in its order: %j", async (question) => {
    const rows: unknown[] = [];
    for (let cursor: unknown = ""; typeof cursor === "string"; ) {
      const body = { ...question, limit: 100, cursor };
      const page = await api.ask("POST", "/api/incident/get-list", { key: api.owner, body });
      rows.push(...(page.body.data as unknown[]));
      cursor = page.body.nextCursor;
    }
    expect(rows.length).toBeGreaterThan(100);
    expect(JSON.parse((await ask("format=json", question)).text)).toEqual(rows);
    const lines = (await ask("format=ndjson", question)).text.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual(rows);
    const csv = readCsv((await ask("format=csv", question)).text);
    expect(csv).toHaveLength(rows.length + 1);
    expect(csv.slice(1).map(([id]) => id)).toEqual(rows.map((row) => (row as { _id: string })._id));
  });

  it("is CSV that no spreadsheet runs", async () => {
    const query = { title: hostile };
    const reply = await ask("", { select: { title: true }, query, sort: { incidentNumber: 1 } });
    const [header, ...rows] = readCsv(reply.text);
    expect(header).toEqual(["_id", "title"]);
    expect(rows.map(([, title]) => title)).toEqual(
      hostile.map((title) => (/^[=+\-@\t\r\n]/.test(title) ? `'${title}` : title)),
    );
    expect(reply.headers).toMatchObject({
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": expect.stringMatching(
        /^attachment; filename="incident-\d{8}-\d{4}\.csv"/,
      ),
      "X-Content-Type-Options": "nosniff",
    });
  });

  it.each([
    [
      { _id: false, title: true, currentIncidentStateId: true },
      ["title", "currentIncidentStateId"],
    ],
    [{ title: true, _id: true, rootCause: true }, ["title", "_id", "rootCause"]],
    [{ title: false, rootCause: true, _id: true }, ["rootCause", "_id"]],
    [{ _id: false }, ["_id"]],
  ])("has the columns asked for in their order: %j", async (select, names) => {
    const records = await api.engine.store.reader.count(incident, { projects: "all" });
    const [header, ...rows] = readCsv((await ask("format=csv", { select })).text);
    expect([header, rows.length]).toEqual([names, records]);
    const json: object[] = JSON.parse((await ask("format=json", { select })).text);
    expect(json.map((row) => Object.keys(row).join())).toEqual(json.map(() => names.join()));
  });

  it("reads back unchanged, whatever the cells contain", () => {
    const cell = fc.string({ unit: "binary", maxLength: 12 }).map((text) => text.toWellFormed());
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (cells) => {
        const rows = cells.map(([_id, title]) => ({ _id: `#${_id}`, title: `#${title}` }));
        const text = exportFormats.csv.page(rows, ["_id", "title"], true);
        expect(readCsv(text)).toEqual(rows.map(({ _id, title }) => [_id, title]));
      }),
    );
  });

  it("names related records on request", async () => {
    const select = { title: true, currentIncidentStateId: true, incidentSeverityId: true };
    const [, [, , name, severity] = []] = readCsv((await ask("labels=1", { select })).text);
    expect(name).toBe("Identified");
    expect(severity).toMatch(/^[0-9a-f-]{36}$/);
    const narrow = await api.key(["Read Incident"]);
    const [, [, , id] = []] = readCsv((await ask("labels=1", { select }, narrow)).text);
    expect(id).toBe(state);
  });

  it("is recorded in the change log", async () => {
    const query = { operation: "export" };
    const body = {
      query,
      select: { resource: true, after: true, projectId: true, recordId: true },
      limit: 1,
    };
    await ask("format=ndjson", { query: { title: "x" } });
    const log = await api.ask("POST", "/api/change-log/get-list", { key: api.owner, body });
    expect(log.body.data).toMatchObject([
      {
        resource: "incident",
        projectId: api.projectId,
        recordId: null,
        after: { format: "ndjson", query: { title: "x" } },
      },
    ]);
  });

  it("shows nothing of other projects, and nothing without the right to read", async () => {
    const foreign = await api.key(["Project Owner"], await api.newProject());
    expect((await ask("format=ndjson", {}, foreign)).text).toBe("");
    expect(JSON.parse((await ask("format=json", {}, foreign)).text)).toEqual([]);
    expectStatus(await ask("", {}, await api.key(["Read Label"])), 403);
  });

  it("never shows a hidden value", async () => {
    const data = {
      projectId: api.projectId,
      statusPageId: newId(),
      email: "a@b.example",
      password: "sentinel",
    };
    await api.ask("POST", "/api/status-page-private-user", { key: api.owner, body: { data } });
    for (const body of [{}, { select: { email: true, password: true } }]) {
      const reply = await api.ask("POST", "/api/status-page-private-user/export", {
        key: api.owner,
        body,
      });
      expect(reply.text).toContain("a@b.example");
      expect(reply.text).not.toMatch(/sentinel|scrypt/);
    }
  });

  it.each([
    ["format=xml", {}, "format"],
    ["labels=maybe", {}, "labels"],
    ["", { query: { nothing: 1 } }, "nothing"],
    ["", { select: { nothing: true } }, "nothing"],
    ["", { sort: { customFields: 1 } }, "customFields"],
  ])("answers 400 to '%s' with %j", async (query, body, field) => {
    expect(expectStatus(await ask(query, body), 400).body.errors).toMatchObject([{ field }]);
  });

  it("answers HEAD with headers alone and records nothing", async () => {
    const count = () => api.ask("POST", "/api/change-log/count", { key: api.owner });
    const before = (await count()).body;
    const reply = expectStatus(
      await api.ask("HEAD", "/api/incident/export", { key: api.owner }),
      200,
    );
    expect([reply.text, reply.headers["Content-Disposition"]]).toEqual([
      "",
      expect.stringContaining("attachment"),
    ]);
    expect((await count()).body).toEqual(before);
  });
});

/** Parses CSV by the grammar of RFC 4180. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  let row: string[] = [];
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
    if (match[3] === ",") continue;
    rows.push(row);
    row = [];
    if (cell.lastIndex === text.length) break;
  }
  return rows;
}
