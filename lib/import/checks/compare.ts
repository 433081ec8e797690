import { incomingRow } from "@/lib/import/rows/incoming-row";
import { KindRefused } from "@/lib/import/source/kind-reader";
import type { Tally } from "@/lib/import/state/tally";
import { type Importing, readerOf, type Step } from "@/lib/import/steps/import-step";
import type { JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";

/** The comparison of one kind with the source, after everything was read. */
export interface Comparison {
  readonly inSource: number;
  readonly here: number;
  /** Records that were read again and compared field by field. */
  readonly compared: number;
  /** The first differences, as sentences. */
  readonly differences: readonly string[];
  /** Records that changed in the source since they were taken. */
  readonly changedSince: number;
  /** Records that changed here since they were taken. */
  readonly changedHere: number;
}

const places = 3;
const atEach = 10;
const mostDifferences = 20;

/**
 * Compares the counts of a step with the source, and up to 30 records at random places field by
 * field. Returns undefined for a kind of which nothing was read.
 */
export async function compareStep(
  importing: Importing,
  step: Step,
  tally: Tally,
): Promise<Comparison | undefined> {
  const isRead = tally.position > 0 && tally.kindRefused === undefined;
  if (!isRead || step.within !== undefined) return undefined;
  const reader = readerOf(importing, step);
  try {
    const inSource = await reader.count();
    let found: Comparison = {
      ...{ inSource, here: await countHere(importing, step, tally) },
      ...{ compared: 0, differences: [], changedSince: 0, changedHere: 0 },
    };
    for (const skip of placesIn(inSource)) {
      const records = await reader.page(skip, atEach);
      const about = { resource: step.resource, names: reader.names, ...importing.one };
      const rows = records.flatMap((sent) => {
        const incoming = incomingRow({ ...about, now: importing.one.begunAt }, sent);
        return "row" in incoming ? [incoming.row] : [];
      });
      const columns = comparable(step.resource, reader.unreadable);
      found = await compared(
        importing,
        step.resource,
        { rows, columns, refused: tally.refused },
        found,
      );
    }
    return found;
  } catch (error) {
    if (error instanceof KindRefused) return undefined;
    throw error;
  }
}

/** Returns skips of random pages; all of a short list. */
function placesIn(count: number): readonly number[] {
  const most = Math.max(0, count - atEach);
  if (count <= places * atEach) {
    return Array.from({ length: Math.ceil(count / atEach) }, (_, place) => place * atEach);
  }
  return Array.from({ length: places }, () => Math.floor(Math.random() * (most + 1)));
}

async function countHere({ context, one }: Importing, { resource }: Step, tally: Tally) {
  // People belong to no project: the database may hold others.
  if (resource.scope === "people") return tally.taken + tally.present;
  return await context.store.reader.count(resource, { projects: [one.projectId] });
}

interface Sample {
  readonly rows: readonly Row[];
  readonly columns: readonly string[];
  /** Number of records that the tables refused: some of them are missing for a known reason. */
  readonly refused: number;
}

async function compared(
  { context, one }: Importing,
  resource: Resource,
  { rows, columns, refused }: Sample,
  before: Comparison,
): Promise<Comparison> {
  const stored = await context.store.reader.find(resource, {
    projects: resource.scope === "people" ? "all" : [one.projectId],
    filter: { op: "in", column: "_id", values: rows.map(({ _id }) => String(_id)) },
    columns: ["_id", "updatedAt", ...columns],
  });
  const byId = new Map(stored.map((row) => [row._id, row]));
  const read = rows.flatMap((row) => {
    const own = byId.get(row._id ?? null);
    return own || refused === 0 ? [{ row, own, later: laterSide(row, own, one.begunAt) }] : [];
  });
  const like = (side: Later) => read.filter(({ later }) => later === side);
  const differences = like("neither").flatMap(({ row, own }) => {
    const what = `${resource.path} ${row._id}`;
    if (!own) return [`${what} is not here.`];
    return differing(row, own, columns).map((name) => `${what}: ${name}`);
  });
  return {
    ...before,
    compared: before.compared + like("neither").length,
    changedSince: before.changedSince + like("there").length,
    changedHere: before.changedHere + like("here").length,
    differences: [...before.differences, ...differences].slice(0, mostDifferences),
  };
}

type Later = "there" | "here" | "neither";

/** Returns the side where a record changed since it was taken. */
function laterSide(row: Row, own: Row | undefined, begunAt: string): Later {
  const [there, here] = [String(row.updatedAt), String(own?.updatedAt ?? begunAt)];
  if (there > here) return "there";
  return own && there < here ? "here" : "neither";
}

/** Slugs may have been taken, and are reported when they were. */
function comparable(resource: Resource, unreadable: readonly string[]): string[] {
  return shapeOf(resource)
    .columns.filter(({ field }) => !field.hidden && field.slugFrom === undefined)
    .map(({ name }) => name)
    .filter((name) => !unreadable.includes(name) && !["_id", "updatedAt"].includes(name));
}

function differing(one: Row, other: Row, columns: readonly string[]): string[] {
  return columns.filter((name) => inOneForm(one[name]) !== inOneForm(other[name]));
}

/** Engines may store the keys of an object in another order. */
function inOneForm(value: JsonValue | undefined): string {
  return JSON.stringify(value ?? null, (_, part) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
