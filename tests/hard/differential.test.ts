import fc from "fast-check";
import { expect, it } from "vitest";
import type { ApiRequest, ApiResponse } from "@/lib/http/exchange";
import { type DatabaseKind, hasPostgres } from "@/tests/databases";
import { comparable, isOrderedByChance, Names, openSide, type Side } from "./differential";
import { hostileRequest } from "./fuzz-requests";
import { likelyRequest } from "./likely-requests";
import { remember } from "./world";

/** `npm run prove:differential` asks for more. */
const operations = Number(process.env["DIFFERENTIAL_OPERATIONS"] ?? 400);
const seed = Number(process.env["FUZZ_SEED"] ?? Date.now() % 2 ** 31);
const kinds: DatabaseKind[] = ["memory", "file", ...(hasPostgres() ? (["postgres"] as const) : [])];

/** Told of the engine itself: its name and sizes, and the snapshot, which PostgreSQL has not. */
const aboutTheDatabase = /snapshot|\/api\/deployment/i;

it(`answers ${operations} operations alike on ${kinds.join(", ")}`, {
  timeout: 60_000 + operations * 200,
}, async () => {
  const sides: Side[] = [];
  for (const kind of kinds) sides.push(await openSide(kind));
  const [first, ...others] = sides;
  if (!first) throw new Error("There is nothing to compare.");
  const names = new Map(others.map((side) => [side, namesOf(first, side)]));
  const differing = new Map<string, string>();
  const statuses = new Map<number, number>();
  let done = 0;
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (pick) => {
      const make = pick(fc.nat, { max: 2 }) === 0 ? hostileRequest : likelyRequest;
      const made = make(pick, first.world);
      // The change log keeps it, and one that the server makes up is another one on each side.
      const headers = { ...made.headers, "x-request-id": `asked-${done}` };
      const request = { ...made, headers };
      if (aboutTheDatabase.test(request.path)) return;
      done += 1;
      if (done % 1000 === 0) progress(`${done} of ${operations}, ${differing.size} differ`);
      const references = pick(fc.nat, { max: 4 }) === 0 ? "strict" : "loose";
      const [reply, ...replies] = await Promise.all([
        first.ask(request, references),
        ...others.map((side) => side.ask(names.get(side)?.theirs(request) ?? request, references)),
      ]);
      if (!reply) return;
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      for (const [place, theirs] of replies.entries()) {
        const side = others[place];
        const known = side && names.get(side);
        if (!known) continue;
        const byChance = isOrderedByChance(request);
        // In another order, ids that stand in the same place are not the same record's.
        if (!byChance) known.learnFrom(reply.body, theirs.body);
        const compared = byChance ? onlyStatus : comparable;
        const expected = compared(reply);
        const found = compared({ ...theirs, body: known.ours(theirs.body) });
        if (expected === found) continue;
        const what = `${side.kind} ${request.method} ${request.path.replace(/[0-9a-f-]{36}/g, "…").slice(0, 80)}`;
        if (differing.has(what)) continue;
        differing.set(what, shown(request, expected, found));
        progress(`differs: ${what}`);
      }
      remember(first.world, request, reply);
    }),
    { numRuns: operations, seed, endOnFailure: true },
  );
  const failures = sides.flatMap(({ kind, failures: all }) => all.map((one) => [kind, one]));
  for (const { api } of sides) await api.close();
  const sums = [...statuses].sort().map(([status, times]) => `${status}: ${times}`);
  const asked = `${operations} operations on ${kinds.join(", ")}, seed ${seed}`;
  progress(`${asked}: ${differing.size} differ (${sums.join(", ")})`);
  expect([...differing].slice(0, 8), `with FUZZ_SEED=${seed}`).toEqual([]);
  expect(failures.slice(0, 3)).toEqual([]);
});

function onlyStatus({ status }: ApiResponse): string {
  return String(status);
}

function progress(text: string): void {
  process.stdout.write(`Differential: ${text}\n`);
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
