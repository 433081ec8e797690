import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, rmSync, statSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadSample } from "@/lib/operations/deployment/load-sample";
import { resources } from "@/lib/resources/index";
import { sampleProject } from "@/lib/resources/sample/sample-project";
import { openStore } from "@/lib/store/open-store";
import { scratchFolder } from "@/tests/server/server-process";
import { contradictions } from "@/tests/server/store-checks";

// Many processes one after the other, on a busy machine.
const folder = scratchFolder();
const program = "dist/tests-kill-during-migration.js";
beforeAll(async () => {
  await build({
    entryPoints: ["tests/hard/kill-during-migration.ts"],
    outfile: program,
    bundle: true,
    ...{ platform: "node", format: "esm", target: "node20", packages: "external" },
    logLevel: "silent",
  });
  await makeOld(folder.path("old.db"));
});
afterAll(() => folder.remove());

/**
 * Creates a database with records of an early version: tables, columns, indexes and counters are
 * missing.
 */
async function makeOld(path: string): Promise<void> {
  const store = await openStore({ url: `file:${path}`, resources: resources.values() });
  const now = new Date("2030-01-01T00:00:00.000Z");
  await loadSample(store, sampleProject(now), now);
  await store.close();
  const db = new Sqlite(path);
  db.exec(`
    drop table tocsin_content;
    drop table tocsin_job;
    drop table tocsin_period;
    drop index tocsin_record_count_project;
    update tocsin_schema set version = 1;
    drop table saved_view;
    alter table incident drop column "remediationNotes";
    drop index ix_label__createdAt__id;
    delete from tocsin_setting where name in ('search index', 'counters of label', 'packed periods', 'lifecycle durations', 'removed members');
    drop index ix_change_log__projectId_removedFrom_at__id;
    alter table change_log drop column "removedFrom";
    update incident set "acknowledgedAfterSeconds" = null, "resolvedAfterSeconds" = null;
    delete from tocsin_record_count where resource = 'label';
    drop table tocsin_search_name;
  `);
  db.close();
}

async function bringUpToDate(path: string, onStatement: (sql: string) => void): Promise<void> {
  const store = await openStore({
    url: `file:${path}`,
    resources: resources.values(),
    onStatement,
  });
  await store.close();
}

/**
 * Returns a digest of a database, independent of its pages: each table's definition and rows,
 * without the full-text index's own tables.
 */
function contentOf(path: string): string {
  const db = new Sqlite(path);
  expect(db.pragma("integrity_check", { simple: true })).toBe("ok");
  const digest = createHash("sha256");
  const objects = db.prepare("select name, type, sql from sqlite_master order by name").all() as {
    name: string;
    type: string;
    sql: string | null;
  }[];
  for (const { name, type, sql } of objects.filter(
    (one) => !one.name.startsWith("tocsin_search_text_"),
  )) {
    digest.update(`${type} ${name} ${sql}\n`);
    if (type !== "table" || name === "tocsin_search_text") continue;
    const rows = db
      .prepare(`select * from "${name}"`)
      .all()
      .map((row) => JSON.stringify(row));
    digest.update(rows.sort().join("\n"));
  }
  db.close();
  return digest.digest("hex");
}

const ends = ["", "-wal"];

function copy(from: string, to: string): void {
  for (const end of ends) {
    rmSync(to + end, { force: true });
    if (existsSync(from + end)) copyFileSync(from + end, to + end);
  }
  rmSync(`${to}-shm`, { force: true });
}

/** Returns a value that changes with every byte written to the files. */
function stateOf(path: string): string {
  return ends
    .map((end) => {
      const stat = statSync(path + end, { bigint: true, throwIfNoEntry: false });
      return `${stat?.size} ${stat?.mtimeNs}`;
    })
    .join();
}

interface Walk {
  readonly statements: number;
  readonly commits: number;
  /** The databases left by a kill before each statement, in order. */
  readonly kept: readonly string[];
  readonly final: string;
}

/**
 * Migrates a copy of a database. Copies the files before each statement that finds them changed.
 */
async function walk(name: string, from: string | undefined): Promise<Walk> {
  const path = folder.path(`${name}.db`);
  if (from) copy(from, path);
  const kept: string[] = [];
  let [statements, commits, last] = [0, 0, ""];
  await bringUpToDate(path, (sql) => {
    statements += 1;
    if (sql === "commit") commits += 1;
    const state = stateOf(path);
    if (state === last) return;
    last = state;
    copy(path, folder.path(`${name}-${kept.length}.db`));
    kept.push(folder.path(`${name}-${kept.length}.db`));
  });
  return { statements, commits, kept, final: contentOf(path) };
}

function killedAt(path: string, statement: number): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [program, `file:${path}`, String(statement)], {
    stdio: "inherit",
  });
  return new Promise((resolve) => child.once("close", (_, signal) => resolve(signal)));
}

describe.each([
  ["a new database", "new", (): string | undefined => undefined],
  ["a database of an early version", "early", () => folder.path("old.db")],
] as const)("a start that is killed while it migrates %s", (_, name, from) => {
  let done: Walk;
  let states: string[];
  beforeAll(async () => {
    done = await walk(name, from());
    states = done.kept.map((path) => {
      const looked = `${path}.looked`;
      copy(path, looked);
      return contentOf(looked);
    });
  });

  it("leaves the state after one of its transactions, before each of its statements", () => {
    expect(done.statements).toBeGreaterThan(name === "new" ? 400 : 200);
    expect(done.commits).toBeGreaterThan(3);
    expect(new Set(states).size).toBeLessThanOrEqual(done.commits + 1);
  });

  it("is completed by the next start, with every record, from each of these", async () => {
    for (const path of done.kept) {
      await bringUpToDate(path, () => undefined);
      expect(contentOf(path)).toBe(done.final);
    }
    const db = new Sqlite(folder.path(`${name}.db`), { readonly: true });
    const ask = async (text: string) => db.prepare(text).all() as Record<string, unknown>[];
    expect(await contradictions(ask)).toEqual([]);
    const [count] = await ask("select count(*) as n from incident");
    expect(count?.["n"]).toBe(name === "new" ? 0 : 60);
    db.close();
  });

  it("by a real kill -9, at ten places", async () => {
    const allowed = new Set([...states, done.final]);
    for (let place = 0; place < 10; place += 1) {
      const statement = 1 + Math.floor((place * (done.statements - 1)) / 9);
      const path = folder.path(`${name}-killed-${place}.db`);
      const source = from();
      if (source) copy(source, path);
      expect(await killedAt(path, statement), `statement ${statement}`).toBe("SIGKILL");
      copy(path, `${path}.looked`);
      expect(allowed.has(contentOf(`${path}.looked`)), `statement ${statement}`).toBe(true);
      expect(await killedAt(path, 0)).toBeNull();
      expect(contentOf(path)).toBe(done.final);
    }
  });
});
