import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "@/lib/schema/json";
import { newId } from "@/lib/store/new-id";
import { askServer } from "./ask-server";
import { bundleServer, type Served, scratchFolder, startServer } from "./server-process";
import { type Ask, contradictions } from "./store-checks";

// A process takes its time to start while others keep the machine busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const rounds = 20;
const writers = 6;
const leastEachRound = 10;
const folder = scratchFolder();
let server: string;
beforeAll(async () => {
  server = await bundleServer();
});
afterAll(() => folder.remove());

/** What the server has said yes to, and what it was asked. */
interface Ledger {
  readonly created: Map<string, string>;
  readonly deleted: Set<string>;
  /** By record: the last value that was sent and the last one that was acknowledged. */
  readonly updated: Map<string, { sent: number; done: number }>;
}

describe("a process that is killed while it writes", () => {
  it(`has lost nothing it acknowledged, ${rounds} times`, { timeout: 180_000 }, async () => {
    const url = `file:${folder.path("killed.db")}`;
    const ledger: Ledger = { created: new Map(), deleted: new Set(), updated: new Map() };
    const projectId = newId();
    for (let round = 0; round < rounds; round += 1) {
      const served = await startServer(server, { DATABASE_URL: url });
      await expectKept(served, ledger);
      const enough = ledger.created.size + leastEachRound;
      const writing = Array.from({ length: writers }, (_, index) =>
        writeUntilItBreaks(served, ledger, projectId, index),
      );
      await pause(40 + Math.random() * 300);
      // A busy machine gets the time it needs to write something at all.
      for (let wait = 0; wait < 100 && ledger.created.size < enough; wait += 1) await pause(50);
      await served.stop("SIGKILL");
      await Promise.all(writing);
    }
    const served = await startServer(server, { DATABASE_URL: url });
    await expectKept(served, ledger);
    expect(await served.stop()).toMatchObject({ code: 0 });
    await withFile(folder.path("killed.db"), async (ask) => {
      expect(await contradictions(ask)).toEqual([]);
      await expectWhole(ask);
    });
    expect(ledger.created.size).toBeGreaterThanOrEqual(rounds * leastEachRound);
    expect(ledger.deleted.size).toBeGreaterThan(0);
  });
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Creates with many rows, updates and deletes, one after the other, until the process is gone. */
async function writeUntilItBreaks(
  { port }: Served,
  { created, deleted, updated }: Ledger,
  projectId: string,
  index: number,
): Promise<void> {
  const write = async (method: string, path: string, data?: JsonObject) => {
    const reply = await askServer(port, method, path, { ...(data && { body: { data } }) });
    expect(reply.status, reply.text).toBe(200);
    return String(reply.body["_id"]);
  };
  try {
    const own = await write("POST", "/api/label", { projectId, name: newId(), color: "#123456" });
    created.set(own, "label");
    for (let count = 1; ; count += 1) {
      created.set(await write("POST", "/api/incident", incidentOf(projectId, index)), "incident");
      const value = updated.get(own) ?? { sent: 0, done: 0 };
      updated.set(own, value);
      value.sent = count;
      await write("PUT", `/api/label/${own}`, { description: String(count) });
      value.done = count;
      const gone = newId();
      await write("POST", "/api/label", { _id: gone, projectId, name: gone, color: "#123456" });
      await write("DELETE", `/api/label/${gone}`);
      deleted.add(gone);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!["ECONNRESET", "ECONNREFUSED", "EPIPE"].includes(code ?? "")) throw error;
  }
}

/** An incident that writes eight rows: itself, a state event, two monitor events, and the log of each. */
function incidentOf(projectId: string, index: number): JsonObject {
  return {
    projectId,
    title: `Incident of writer ${index}`,
    declaredAt: "2026-01-31T09:00:00.000Z",
    currentIncidentStateId: "0190a000-0000-7000-8000-000000000001",
    incidentSeverityId: "0190a000-0000-7000-8000-000000000002",
    changeMonitorStatusToId: "0190a000-0000-7000-8000-000000000003",
    monitors: [newId(), newId()],
  };
}

async function expectKept({ port }: Served, { created, deleted, updated }: Ledger): Promise<void> {
  const missing: string[] = [];
  for (const [path, ids] of [
    ["incident", [...created].flatMap(([id, of]) => (of === "incident" ? [id] : []))],
    ["label", [...created].flatMap(([id, of]) => (of === "label" ? [id] : []))],
  ] as const) {
    for (let from = 0; from < ids.length; from += 100) {
      const some = ids.slice(from, from + 100);
      const body = { query: { _id: some }, select: { _id: true, ...textOf[path] }, limit: 100 };
      const reply = await askServer(port, "POST", `/api/${path}/get-list`, { body });
      const data = reply.body["data"] as JsonObject[];
      const found = new Map(data.map((row) => [row["_id"], row]));
      missing.push(...some.filter((id) => !found.has(id)));
      for (const [id, { sent, done }] of updated) {
        const row = found.get(id);
        if (!row) continue;
        expect(Number(row["description"] ?? 0)).toBeGreaterThanOrEqual(done);
        expect(Number(row["description"] ?? 0)).toBeLessThanOrEqual(sent);
      }
    }
  }
  expect(missing, "acknowledged, but gone").toEqual([]);
  const gone = [...deleted].slice(-100);
  const reply = await askServer(port, "POST", "/api/label/count", {
    body: { query: { _id: gone } },
  });
  expect(reply.body, "deleted, but there").toEqual({ count: 0 });
}

const textOf = { incident: {}, label: { description: true } } as const;

/** Every incident is there with all that belongs to it, and numbers have neither holes nor doubles. */
async function expectWhole(ask: Ask): Promise<void> {
  const [counts] = await ask(
    "select count(*) as n, max(incidentNumber) as highest, count(distinct incidentNumber) as numbers, count(distinct slug) as slugs from incident",
  );
  const n = Number(counts?.["n"]);
  expect(counts).toEqual({ n, highest: n, numbers: n, slugs: n });
  const half = await ask(
    `select i._id from incident i where
      (select count(*) from incident_state_timeline t where t.incidentId = i._id) <> 1 or
      (select count(*) from monitor_status_timeline t, json_each(i.monitors) m where t.monitorId = m.value) <> 2 or
      (select count(*) from change_log l where l.recordId = i._id and l.operation = 'create') <> 1`,
  );
  expect(half, "half-written").toEqual([]);
  for (const table of ["incident", "incident_state_timeline", "monitor_status_timeline", "label"]) {
    const unlogged = await ask(
      `select _id from ${table} t where not exists (select 1 from change_log l where l.recordId = t._id and l.operation = 'create')`,
    );
    expect(unlogged, `${table} without an entry in the change log`).toEqual([]);
  }
}

async function withFile(path: string, look: (ask: Ask) => Promise<void>): Promise<void> {
  const db = new Sqlite(path, { readonly: true });
  try {
    expect(db.pragma("integrity_check", { simple: true })).toBe("ok");
    await look(async (text) => db.prepare(text).all() as Record<string, unknown>[]);
  } finally {
    db.close();
  }
}
