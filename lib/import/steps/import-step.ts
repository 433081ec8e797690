import { incomingRow } from "@/lib/import/rows/incoming-row";
import { KindReader, KindRefused, type SentRecord } from "@/lib/import/source/kind-reader";
import { PageTooLarge, type Source } from "@/lib/import/source/source";
import { type Import, storeTally, tallyOf } from "@/lib/import/state/progress";
import { afterPage, rewound, type Tally } from "@/lib/import/state/tally";
import { writePage } from "@/lib/import/writing/write-page";
import type { Context } from "@/lib/operations/transaction/context";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import { teamMember } from "@/lib/resources/settings/team-member";
import { user } from "@/lib/resources/settings/user";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { isUuid } from "@/lib/schema/values/uuid";
import { StartupError } from "@/lib/startup-error";
import { importedKinds } from "./imported-kinds";

/** A part of an import: one list of the source, whose records become those of one kind. */
export interface Step {
  readonly name: string;
  readonly resource: Resource;
  /** The list to read, if it is that of another kind, and where its records hold those to take. */
  readonly within?: {
    readonly resource: Resource;
    readonly field: string;
    readonly select: JsonObject;
  };
}

/** Keys of OneUptime may not list people, but see those who belong to teams. */
const peopleOfTeams: Step = {
  name: "people of teams",
  resource: user,
  within: {
    resource: teamMember,
    field: "user",
    select: { user: { _id: true, name: true, email: true } },
  },
};

/** Returns the steps of an import in their order. */
export function importSteps(): readonly Step[] {
  return importedKinds().flatMap((resource) => {
    const step = { name: resource.path, resource };
    return resource === user ? [step, peopleOfTeams] : [step];
  });
}

/** The parts that all steps of an import share. */
export interface Importing {
  readonly context: Context;
  readonly source: Source;
  readonly one: Import;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Records of a page. The first of a later page repeats the last one of the page before. */
const pageSize = 100;
const mostRewinds = 20;
const reportEveryMs = 5_000;

/**
 * Reads the records of a step from where it ended and stores them, and returns its tally. A kind
 * that the source does not show is noted, not thrown. Throws a `StartupError` for a source whose list
 * has no end or no order.
 */
export async function importStep(importing: Importing, step: Step): Promise<Tally> {
  const { context, one, say } = importing;
  const kept = await tallyOf(context.store.reader, one, step.name);
  if (kept.isDone) return kept;
  try {
    return await readAll(importing, step, kept);
  } catch (error) {
    if (!(error instanceof KindRefused)) throw error;
    say(`  ${step.name}: not taken. ${error.message}`);
    const ended = afterPage(kept, [], { ...kept, isDone: true });
    const tally = { ...ended, kindRefused: error.message };
    await inTransaction(context, (tx) => storeTally(tx.writer, one, step.name, tally));
    return tally;
  }
}

async function readAll(importing: Importing, step: Step, kept: Tally): Promise<Tally> {
  const { one, context, say, signal } = importing;
  const reader = readerOf(importing, step);
  const inSource = await reader.count();
  const progress = reportNowAndThen(say, step.name, inSource);
  let tally: Tally = { ...kept, inSource };
  if (inSource === 0) return tally;
  let limit = pageSize;
  while (!tally.isDone) {
    signal.throwIfAborted();
    requireEnd(step, tally, inSource);
    const page = await readPage(reader, step, tally, limit);
    if ("limit" in page) {
      limit = page.limit;
      continue;
    }
    if (page.isMoved) {
      requireOrder(step, tally);
      tally = rewound(tally);
      continue;
    }
    const { records, isLast } = page;
    const position = tally.position + records.length;
    const isDone = isLast;
    const lastId = records.at(-1)?._id ?? tally.lastId;
    const reached = { position, lastId, isDone, unreadable: [...reader.unreadable] };
    const about = { resource: step.resource, names: reader.names, ...one, now: one.begunAt };
    const incoming = records.flatMap((sent) => {
      const record = recordIn(step, sent);
      return record ? [incomingRow(about, record)] : [];
    });
    const stored = { one, step: step.name, resource: step.resource, records: incoming, reached };
    tally = await writePage(context, stored, tally);
    limit = pageSize;
    progress(tally);
  }
  return tally;
}

/** Returns a reader of the list that a step reads. */
export function readerOf({ source, one }: Pick<Importing, "source" | "one">, step: Step) {
  const { resource, select } = { select: undefined, resource: step.resource, ...step.within };
  return new KindReader(source, resource, one.projectId, select);
}

/** Returns the record that a step takes from one of its list, or undefined if there is none. */
export function recordIn({ within }: Step, sent: SentRecord): SentRecord | undefined {
  if (!within) return sent;
  const inner: JsonValue = Object.hasOwn(sent, within.field) ? (sent[within.field] ?? null) : null;
  if (!isJsonObject(inner) || typeof inner._id !== "string" || !isUuid(inner._id)) return undefined;
  return { ...inner, _id: inner._id };
}

type ReadPage =
  | { readonly limit: number }
  | {
      readonly records: readonly SentRecord[];
      readonly isLast: boolean;
      readonly isMoved: boolean;
    };

async function readPage(
  reader: KindReader,
  step: Step,
  { position, lastId }: Tally,
  limit: number,
): Promise<ReadPage> {
  // The page begins with the last record of the page before: a list that moved meanwhile shows.
  const repeats = position > 0 && lastId !== null ? 1 : 0;
  try {
    const found = await reader.page(position - repeats, Math.max(limit, repeats + 1));
    const isMoved = repeats > 0 && found[0]?._id !== lastId;
    const isLast = found.length < Math.max(limit, repeats + 1);
    return { records: found.slice(repeats), isLast, isMoved };
  } catch (error) {
    if (!(error instanceof PageTooLarge)) throw error;
    if (limit > repeats + 1) return { limit: Math.max(repeats + 1, Math.floor(limit / 4)) };
    throw new StartupError(
      `A record of ${step.name} (number ${position + 1} by time) is larger than 32 MB. The records that were taken are kept. Shorten or delete it in the source, then continue with --resume.`,
    );
  }
}

/** Throws if the list has lost records before the place that was reached too often. */
function requireOrder(step: Step, { rewinds }: Tally): void {
  if (rewinds < mostRewinds) return;
  throw new StartupError(
    `The list of ${step.name} changed its order ${mostRewinds} times while it was read. The records that were taken are kept: continue with --resume when nobody deletes records in the source.`,
  );
}

function requireEnd(step: Step, { position }: Tally, inSource: number): void {
  if (position <= 2 * inSource + 2_000) return;
  throw new StartupError(
    `The source said that it has ${inSource} records of ${step.name}, and sent ${position} without an end. The records that were taken are kept.`,
  );
}

/** Returns a function that prints the progress of a step when it ends, and every few seconds. */
function reportNowAndThen(say: Importing["say"], name: string, total: number) {
  let next = Date.now() + reportEveryMs;
  return ({ position, isDone }: Tally) => {
    if (!isDone && Date.now() < next) return;
    next = Date.now() + reportEveryMs;
    const done = `${position.toLocaleString("en")} of ${total.toLocaleString("en")}`;
    say(`  ${name.padEnd(44)} ${done}`);
  };
}
