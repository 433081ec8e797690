import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { importedKinds } from "@/lib/import/steps/imported-kinds";
import { resources } from "@/lib/resources";
import { changeLog } from "@/lib/resources/system/change-log";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import { openReadable } from "@/lib/store/backup/readable-database";
import { checkContents } from "@/lib/store/backup/verify-backup";
import { openStore } from "@/lib/store/open-store";
import type { Store } from "@/lib/store/port/store";
import { kyselyOver } from "@/lib/store/testing/kysely";
import { sourceProject } from "./source-data";

/**
 * Compares two databases of stopped servers after an import: every record and field that both have,
 * the change log, counted numbers, and the checks of `npm run verify`. Returns the faults as
 * sentences, and the number of records compared.
 */
export async function differences(
  source: string,
  target: string,
): Promise<{ readonly compared: number; readonly faults: readonly string[] }> {
  const faults: string[] = [];
  const [theirs, ours] = [await open(source), await open(target)];
  let compared = 0;
  for (const resource of importedKinds()) {
    const rows = await rowsOf(theirs, resource);
    compared += rows.length;
    faults.push(...differing(resource, rows, await rowsOf(ours, resource)));
    faults.push(...(await numberFaults(ours, resource, rows)));
    faults.push(...(await publishedFaults(ours, resource)));
  }
  faults.push(...(await logFaults(ours, compared)));
  for (const store of [theirs, ours]) await store.close();
  const readable = await openReadable(target);
  const checks = await checkContents(readable, undefined, [...resources.values()]);
  await readable.close();
  faults.push(...checks.flatMap((one) => (one.isRight ? [] : [`${one.what}: ${one.found}`])));
  return { compared, faults };
}

function open(url: string): Promise<Store> {
  return openStore({ url, resources: resources.values(), queryTimeoutMs: 600_000 });
}

/** Secrets, columns that no client reads, and the time of a publication are not taken. */
function taken(resource: Resource): string[] {
  return shapeOf(resource)
    .columns.filter(({ field, name }) => name === "version" || !field.hidden)
    .filter(({ field, name }) => !kindOf(field).isSecret && name !== resource.publication?.since)
    .map(({ name }) => name);
}

async function rowsOf(store: Store, resource: Resource): Promise<Row[]> {
  return await store.reader.find(resource, {
    projects: [sourceProject],
    columns: taken(resource),
    sort: [{ column: "_id", direction: "asc" }],
  });
}

function differing({ path }: Resource, theirs: readonly Row[], ours: readonly Row[]): string[] {
  if (theirs.length !== ours.length) {
    return [`${path}: ${theirs.length} in the source, ${ours.length} here`];
  }
  return theirs.flatMap((row, place) =>
    Object.keys(row)
      .filter((name) => !isDeepStrictEqual(row[name], ours[place]?.[name]))
      .map((name) => `${path} ${row._id}: ${name} differs`),
  );
}

/** An import publishes nothing: the pages of a source are previewed first. */
async function publishedFaults(store: Store, { path, publication }: Resource) {
  if (!publication) return [];
  const published = await sql<{ _id: string }>`
    select _id from ${sql.table(path.replaceAll("-", "_"))}
    where ${sql.ref(publication.since)} is not null`.execute(kyselyOver(store));
  return published.rows.map(({ _id }) => `${path} ${_id} is published by the import`);
}

/** The counter of a numbered kind stands at its highest number. */
async function numberFaults(store: Store, resource: Resource, rows: readonly Row[]) {
  const faults: string[] = [];
  for (const { name, field } of shapeOf(resource).columns) {
    if (!field.counts) continue;
    const highest = Math.max(...rows.map((row) => Number(row[name])));
    const counter = `${resource.path}.${name}:${sourceProject}`;
    const found = await sql<{
      value: number;
    }>`select value from tocsin_counter where name = ${counter}`.execute(kyselyOver(store));
    const value = Number(found.rows[0]?.value);
    if (value !== highest) faults.push(`${counter} is ${value}, the highest number ${highest}`);
  }
  return faults;
}

/** Each record has one entry, from the import. Memberships without permissions are logged besides. */
async function logFaults(store: Store, records: number): Promise<string[]> {
  const entries = await store.reader.find(changeLog, {
    projects: "all",
    filter: { op: "eq", column: "channel", value: "import" },
    columns: ["recordId", "operation", "resource"],
  });
  const own = entries.filter(({ resource }) => resource !== "member");
  const once = new Set(own.map(({ resource, recordId }) => `${resource} ${recordId}`));
  const isRight = own.length === records && once.size === records;
  return isRight ? [] : [`${own.length} entries of the log for ${records} records`];
}
