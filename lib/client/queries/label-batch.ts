import { call } from "@/lib/client/http/api";
import { isProblem } from "@/lib/client/http/problem";
import type { LabelRequest, RecordLabel } from "./label-query";

/** The names of records, by the path of their resource and their id. */
export type LabelsById = Readonly<Record<string, Readonly<Record<string, RecordLabel>>>>;

interface Waiting {
  readonly ask: LabelRequest;
  readonly resolve: (labels: LabelsById) => void;
  readonly reject: (error: unknown) => void;
}

/** The parts of a page ask as their records arrive: those that ask within so short a time share a request. */
const gatherMs = 20;
/** One request takes no more ids than this. */
const mostIds = 2_000;

let waiting: readonly Waiting[] = [];
let isUnderWay = false;

/**
 * The names of records, asked for together with what other parts of the page ask for. Only one request is under way at a
 * time; what is asked for meanwhile shares the next one. Rejects with an `ApiProblem`.
 */
export function batchedLabels(ask: LabelRequest): Promise<LabelsById> {
  return new Promise((resolve, reject) => {
    waiting = [...waiting, { ask, resolve, reject }];
    if (waiting.length === 1 && !isUnderWay) setTimeout(() => void send(), gatherMs);
  });
}

/** Ends the request under way and rejects all asks: to be called before the session of the page ends. */
export function cancelLabelRequests(): void {
  const ended = new DOMException("The user signs out.", "AbortError");
  for (const { reject } of waiting) reject(ended);
  waiting = [];
  underWay.abort(ended);
  underWay = new AbortController();
}

let underWay = new AbortController();

async function send(): Promise<void> {
  isUnderWay = true;
  while (waiting.length > 0) {
    const taken = fitting(waiting);
    waiting = waiting.slice(taken.length);
    await answer(taken);
  }
  isUnderWay = false;
}

/** Answers asks by one request. Where it is refused, each ask goes alone, so that one refused leaves the others named. */
async function answer(taken: readonly Waiting[]): Promise<void> {
  try {
    const labels = await read(merged(taken.map(({ ask }) => ask)));
    for (const { resolve } of taken) resolve(labels);
  } catch (error) {
    if (taken.length > 1 && isRefusal(error)) for (const one of taken) await answer([one]);
    else for (const { reject } of taken) reject(error);
  }
}

/** True where the server refused what was asked. A server that is away or overloaded is not asked again. */
function isRefusal(error: unknown): boolean {
  return isProblem(error, "validation", "forbidden", "not_found");
}

async function read(ids: LabelRequest): Promise<LabelsById> {
  const options = { body: { ids }, signal: underWay.signal };
  return (await call<{ data: LabelsById }>("POST", "/api/labels", options)).data.data;
}

/** As many of the first ones as one request takes, but at least one. */
function fitting(all: readonly Waiting[]): readonly Waiting[] {
  let count = 0;
  const tooMany = all.findIndex(({ ask }, place) => {
    count += Object.values(ask).reduce((sum, ids) => sum + ids.length, 0);
    return place > 0 && count > mostIds;
  });
  return tooMany === -1 ? all : all.slice(0, tooMany);
}

function merged(asks: readonly LabelRequest[]): LabelRequest {
  const ids = new Map<string, Set<string>>();
  for (const [path, some] of asks.flatMap((ask) => Object.entries(ask))) {
    ids.set(path, new Set([...(ids.get(path) ?? []), ...some]));
  }
  return Object.fromEntries([...ids].map(([path, some]) => [path, [...some]]));
}
