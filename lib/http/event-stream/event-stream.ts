import type { Caller } from "@/lib/auth/grants/caller";
import type { ChangeEvent } from "@/lib/contract/events";
import type { RecentChanges } from "@/lib/events/recent-changes";
import type { Context } from "@/lib/operations/transaction/context";
import { CurrentRights } from "./current-rights";
import type { EventTokens } from "./event-tokens";
import type { SentIds } from "./sent-ids";
import {
  askedChanges,
  concernedProjects,
  readableChanges,
  type SentChange,
  type WantedChanges,
} from "./wanted-changes";

/** The parts that one stream needs. */
export interface StreamParts {
  readonly recent: RecentChanges;
  readonly sentIds: SentIds;
  readonly tokens: EventTokens;
  readonly context: Context;
  readonly wanted: WantedChanges;
  /** The id of the last event that the client has. Absent: the stream begins now. */
  readonly after?: string | undefined;
  readonly isStopping: () => boolean;
  /** Aborted when the client has disconnected. */
  readonly signal: AbortSignal;
}

/** Time without an event after which a comment is sent, in milliseconds (WHATWG HTML, 9.2.7). */
const silenceMs = 15_000;
const mostInBatch = 200;
/** A client that is further behind reads its records again. */
const mostBehind = 10_000;

/** Yields the text of a stream of events until the credentials, the client or the server end. */
export async function* eventStream(parts: StreamParts): AsyncGenerator<string, void, undefined> {
  // Changes that were lost meanwhile lead to a reset.
  const { generation } = parts.recent;
  const last = await parts.recent.join();
  try {
    yield* joinedStream(parts, last, generation);
  } finally {
    parts.recent.leave();
  }
}

async function* joinedStream(
  parts: StreamParts,
  last: number,
  joined: number,
): AsyncGenerator<string, void, undefined> {
  const { recent, tokens } = parts;
  const begin = await beginningOf(parts, last);
  let { position } = begin;
  let generation = joined;
  yield `retry: ${between(1_500, 2_500)}\n${eventText(begin.name, tokens.tokenOf(position))}`;
  const rights = new CurrentRights(parts.context);
  const { signal } = parts;
  let quietSince = performance.now();
  const isSilent = () => performance.now() - quietSince >= silenceMs;
  const hasLost = () => recent.generation !== generation;
  const isDue = () => hasLost() || parts.isStopping() || rights.isDue() || isSilent();
  for (;;) {
    const projects = concernedProjects(rights.context, parts.wanted);
    await recent.waitAfter(position, { projects, isDue, signal });
    if (signal.aborted) return;
    if (hasLost()) {
      ({ generation, last: position } = recent);
      quietSince = performance.now();
      yield eventText("reset", tokens.tokenOf(position));
      continue;
    }
    const step = await nextStep(parts, rights, position);
    if (typeof step === "string") return yield endText(step, tokens.tokenOf(position));
    position = step.position;
    if (step.changes.length === 0 && !isSilent()) continue;
    quietSince = performance.now();
    const { caller } = rights.context;
    yield step.changes.map((one) => changeText(one, parts, caller)).join("") || ": \n\n";
  }
}

interface Progress {
  readonly position: number;
  readonly changes: readonly SentChange[];
}

/** Returns the readable changes after a position. */
async function nextStep(
  { recent, wanted, isStopping }: StreamParts,
  rights: CurrentRights,
  position: number,
): Promise<Progress | "stopping" | "ended"> {
  if (isStopping()) return "stopping";
  const projects = concernedProjects(rights.context, wanted);
  const batch = await recent.after(position, mostInBatch, projects);
  const asked = askedChanges(batch.changes, wanted);
  // Performance: most changes are of other projects, and a check of each stream reads the database.
  const isEvent = readableChanges(rights.context, asked).length > 0;
  const state = isEvent || rights.isDue() ? await rights.check() : "current";
  if (state === "ended") return "ended";
  // The same changes are read again once the rights are known.
  if (state === "unknown") return { position, changes: [] };
  return { position: batch.last, changes: readableChanges(rights.context, asked) };
}

function endText(reason: "stopping" | "ended", id: string): string {
  return reason === "stopping" ? `retry: ${between(500, 3_000)}\n\n` : eventText("bye", id);
}

/** Returns the first event and its position. Throws without a database. */
async function beginningOf({ after, tokens, recent }: StreamParts, last: number) {
  if (after === undefined) return { name: "open", position: last };
  const position = tokens.positionOf(after);
  // A database that was replaced or restored may be behind the client.
  const isKnown =
    position !== undefined && last - position <= mostBehind && (await recent.reaches(position));
  return isKnown ? { name: "open", position } : { name: "reset", position: last };
}

function changeText(change: SentChange, { tokens, sentIds }: StreamParts, caller: Caller): string {
  const { resource, recordId, projectId, operation, fields, requestId } = change;
  const isOwn = change.actorType === caller.type && change.actorId === caller.id;
  const data: ChangeEvent = {
    ...{ resource, recordId, projectId, operation, fields },
    ...(isOwn && { requestId: sentIds.shownOf(requestId) }),
  };
  return eventText("change", tokens.tokenOf(change.sequence), data);
}

/** Returns an event in the format of server-sent events. JSON has no line break. */
function eventText(name: string, id: string, data: object = {}): string {
  return `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Spreads the clients of a restarted server over time. */
function between(least: number, most: number): number {
  return Math.round(least + Math.random() * (most - least));
}
