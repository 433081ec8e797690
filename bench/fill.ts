import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { incident } from "@/lib/resources/incidents/incident";
import { resources } from "@/lib/resources/index";
import { openStore } from "@/lib/store/open-store";
import type { Store } from "@/lib/store/port/store";
import { noteCleanShutdown } from "@/lib/store/sqlite/file/clean-shutdown";
import { allNames, cell, countersOf, createFloorTables, insertIncident } from "./floor-table";
import { incidentAt } from "./incidents";
import { mainProject, projectAt, relatedRecords } from "./records";

const folder = join(tmpdir(), "tocsin-bench");
const batch = 5_000;

/** Returns the path of a file that outlives the run, for databases that take long to fill. */
export function benchFile(name: string): string {
  mkdirSync(folder, { recursive: true });
  return join(folder, name);
}

/**
 * Returns a database of the product with `rows` incidents, made once for each version of the
 * tables.
 */
export function filledDatabase(rows: number): Promise<string> {
  return keep("tocsin", rows, async (file) => {
    const store = await openStore({ url: `file:${file}`, resources: [...resources.values()] });
    try {
      await fillStore(store, rows);
    } finally {
      await store.close();
    }
    gatherStatistics(file);
  });
}

/** Returns a database of the floor with the same incidents. */
export function filledFloor(rows: number): Promise<string> {
  return keep("floor", rows, async (file) => {
    const db = new Sqlite(file);
    db.pragma("page_size = 8192");
    db.pragma("journal_mode = wal");
    createFloorTables(db);
    db.transaction(fillFloor)(db, rows);
    db.close();
  });
}

/**
 * Gathers statistics, as a server does some seconds after its start, so that it does not happen
 * during the measurement.
 */
function gatherStatistics(file: string): void {
  const db = new Sqlite(file);
  db.pragma("optimize(0x10012)");
  db.close();
}

async function fillStore(store: Store, rows: number): Promise<void> {
  await store.write(async (writer) => {
    for (const { resource, row } of relatedRecords()) await writer.insert(resource, row);
    for (const project of [mainProject, projectAt(9)]) {
      await writer.raiseTo(`incident.incidentNumber:${project}`, rows);
    }
  });
  for (let from = 0; from < rows; from += batch) {
    await store.write(async (writer) => {
      const end = Math.min(from + batch, rows);
      for (let n = from; n < end; n += 1) await writer.insert(incident, incidentAt(n));
    });
    progress(from + batch, rows);
  }
}

function fillFloor(db: Sqlite.Database, rows: number): void {
  const insert = insertIncident(db);
  const counts = new Map([mainProject, projectAt(9)].map((id) => [`number:${id}`, rows]));
  for (let n = 0; n < rows; n += 1) {
    const row = incidentAt(n);
    insert.run(allNames.map((name) => cell(row[name])));
    for (const name of countersOf(row)) counts.set(name, (counts.get(name) ?? 0) + 1);
    if (n % batch === 0) progress(n, rows);
  }
  const count = db.prepare("insert into counter (name, value) values (?, ?)");
  for (const [name, value] of counts) count.run(name, value);
}

/** Fills under another name first, so that an interrupted fill does not count. */
async function keep(
  name: string,
  rows: number,
  fill: (file: string) => Promise<void>,
): Promise<string> {
  const prefix = `${name}-${rows}-`;
  const file = benchFile(`${prefix}${fingerprint()}.db`);
  if (existsSync(file)) return file;
  removeFiles(prefix);
  process.stderr.write(`Filling ${file}\n`);
  await fill(`${file}.part`);
  progress(rows, rows);
  renameSync(`${file}.part`, file);
  // Without the marker a server checks the file first, which at 50 GB takes longer than a bench
  // waits.
  noteCleanShutdown(file);
  removeFiles(`${prefix}${fingerprint()}.db.part`);
  return file;
}

/** Removes the database files whose names have this prefix. */
export function removeFiles(prefix: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    if (name.startsWith(prefix)) rmSync(join(folder, name), { force: true });
  }
}

/** Returns a hash of the inputs of a filled database: definitions, the store, the records. */
export function fingerprint(): string {
  const hash = createHash("sha256").update(JSON.stringify([...resources.values()]));
  for (const place of ["lib/store", "lib/schema/kinds", "bench"]) {
    const names = readdirSync(place, { recursive: true, encoding: "utf8" }).sort();
    for (const name of names.filter((path) => isPartOfFill(place, path))) {
      hash.update(readFileSync(join(place, name)));
    }
  }
  return hash.digest("hex").slice(0, 12);
}

function isPartOfFill(place: string, name: string): boolean {
  if (place === "lib/schema/kinds") return true;
  const decisive = place === "bench" ? recipe : layout;
  return decisive.test(name);
}

const recipe = /^(incidents|records|prose|floor-table)\.ts$/;
const layout =
  /(^|\/)(cells|counter-deltas|indexes|links|migrations|tables|upgrade|insert-remove)\.ts$/;

function progress(done: number, all: number): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(`\r${Math.min(done, all)} of ${all}${done >= all ? "\n" : ""}`);
}
