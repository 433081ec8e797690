import type { ApiRequest, ApiResponse } from "@/lib/http/message/request-response";
import { remember } from "@/tests/hard/fuzz-records";
import type { World } from "@/tests/hard/fuzz-requests";
import { comparable, dependsOnChance, Names, type Side } from "./deployments";

/** Sends each request to all sides and records where one responds differently from the first. */
export class Comparison {
  /** Number of responses of the first side, by status. */
  readonly statuses = new Map<number, number>();
  readonly #first: Side;
  readonly #others: ReadonlyMap<Side, Names>;
  readonly #differing = new Map<string, string>();
  readonly #say: (difference: string) => void;

  constructor([first, ...others]: readonly Side[], say: (difference: string) => void) {
    if (!first) throw new Error("There is nothing to compare.");
    this.#first = first;
    this.#others = new Map(others.map((side) => [side, namesOf(first, side)]));
    this.#say = say;
  }

  /** The records that requests refer to, with the first side's ids, which the others translate. */
  get world(): World {
    return this.#first.world;
  }

  /** The kinds of requests with different responses, each with one example. */
  get differing(): readonly string[] {
    return [...this.#differing].map(([what, shows]) => `${what}: ${shows}`);
  }

  async ask(request: ApiRequest, references: "loose" | "strict"): Promise<void> {
    const others = [...this.#others];
    const [reply, ...replies] = await Promise.all([
      this.#first.ask(request, references),
      ...others.map(([side, names]) => side.ask(names.theirs(request), references)),
    ]);
    this.statuses.set(reply.status, (this.statuses.get(reply.status) ?? 0) + 1);
    for (const [place, [side, names]] of others.entries()) {
      const theirs = replies[place];
      if (theirs) this.#compare(request, reply, { side, names, theirs });
    }
    remember(this.world, request, reply);
  }

  #compare(
    request: ApiRequest,
    reply: ApiResponse,
    { side, names, theirs }: { side: Side; names: Names; theirs: ApiResponse },
  ): void {
    const byChance = dependsOnChance(request);
    // Ids at the same position may belong to different records.
    if (!byChance) names.learnFrom(reply.body, theirs.body);
    const compared = byChance ? onlyStatus : comparable;
    const expected = compared(reply);
    const found = compared({ ...theirs, body: names.ours(theirs.body) });
    if (expected === found) return;
    const path = request.path.replace(/[0-9a-f-]{36}/g, "…").slice(0, 80);
    const what = `${side.kind} ${request.method} ${path}`;
    if (this.#differing.has(what)) return;
    this.#differing.set(what, shown(request, expected, found));
    this.#say(`differs: ${what}`);
  }
}

function onlyStatus({ status }: ApiResponse): string {
  return String(status);
}

function namesOf(first: Side, other: Side): Names {
  const names = new Names();
  names.learn(first.api.projectId, other.api.projectId);
  for (const [place, key] of first.world.keys.entries()) {
    names.learn(key, other.world.keys[place] ?? key);
  }
  for (const [path, ids] of first.world.ids) {
    for (const [place, id] of ids.entries()) {
      names.learn(id, other.world.ids.get(path)?.[place] ?? id);
    }
  }
  return names;
}

function shown(request: ApiRequest, expected: string, found: string): string {
  let at = 0;
  while (expected[at] === found[at] && at < expected.length) at += 1;
  const from = Math.max(0, at - 200);
  const piece = (text: string) => text.slice(from, from + 500);
  const asked = `${request.query.slice(0, 300)} ${request.body.slice(0, 700)}`;
  return `${asked}\n  ${piece(expected)}\n  ${piece(found)}`;
}
