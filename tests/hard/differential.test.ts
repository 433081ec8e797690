import fc from "fast-check";
import { expect, it } from "vitest";
import type { ApiRequest } from "@/lib/http/exchange";
import { type DatabaseKind, hasPostgres } from "@/tests/databases";
import { comparable, Names, openSide, type Side } from "./differential";
import { hostileRequest } from "./fuzz-requests";
import { likelyRequest } from "./likely-requests";
import { remember } from "./world";

/** `npm run prove:differential` asks for more. */
const operations = Number(process.env["DIFFERENTIAL_OPERATIONS"] ?? 400);
const seed = Number(process.env["FUZZ_SEED"] ?? Date.now() % 2 ** 31);
const kinds: DatabaseKind[] = ["memory", "file", ...(hasPostgres() ? (["postgres"] as const) : [])];

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
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (pick) => {
      const make = pick(fc.nat, { max: 2 }) === 0 ? hostileRequest : likelyRequest;
      const request = make(pick, first.world);
      // The one thing that PostgreSQL does not have.
      if (/snapshot/i.test(request.path)) return;
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
        known.learnFrom(reply.body, theirs.body);
        const [expected, found] = [
          comparable(reply),
          comparable({ ...theirs, body: known.ours(theirs.body) }),
        ];
        if (expected === found) continue;
        const what = `${side.kind} ${request.method} ${request.path.replace(/[0-9a-f-]{36}/g, "…").slice(0, 80)}`;
        if (!differing.has(what)) differing.set(what, shown(request, expected, found));
      }
      remember(first.world, request, reply);
    }),
    { numRuns: operations, seed, endOnFailure: true },
  );
  const failures = sides.flatMap(({ kind, failures: all }) => all.map((one) => [kind, one]));
  for (const { api } of sides) await api.close();
  const sums = [...statuses].sort().map(([status, times]) => `${status}: ${times}`);
  process.stdout.write(
    `Differential: ${operations} operations on ${kinds.join(", ")}, seed ${seed}, ${differing.size} differ (${sums.join(", ")})\n`,
  );
  expect([...differing].slice(0, 8), `with FUZZ_SEED=${seed}`).toEqual([]);
  expect(failures.slice(0, 3)).toEqual([]);
});

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
