import fc from "fast-check";
import { expect, it } from "vitest";
import { resources } from "@/lib/resources";
import { openStore } from "@/lib/store/open-store";
import type { Store } from "@/lib/store/port/store";
import { kyselyOver } from "@/lib/store/testing/kysely";
import { TestClock } from "@/tests/test-clock";
import { backoffMs } from "./backoff";
import type { JobKind } from "./job-kind";
import { afterFailure } from "./job-run";

const leaseMs = 60_000;
const kind: JobKind = { name: "job", mostTries: 3, run: async () => undefined };

/** The expected content of the table for a job. Times are in milliseconds. */
interface Known {
  dueAt: number | null;
  tries: number;
  holder?: string;
  until: number;
}

const holder = fc.constantFrom("a", "b", "c");
const step = fc.oneof(
  fc.record({ do: fc.constant("add" as const) }),
  fc.record({ do: fc.constant("lease" as const), holder, most: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ do: fc.constantFrom("renew", "finish", "fail"), holder, place: fc.nat(3) }),
  // A runner that is killed does nothing more: its leases end by the clock.
  fc.record({
    do: fc.constant("wait" as const),
    minutes: fc.double({ min: 0.01, max: 2, noNaN: true }),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Runs steps on the table and on a model of it, and compares both after each. */
async function compare(store: Store, clock: TestClock, steps: readonly Step[]): Promise<void> {
  const model = new Map<string, Known>();
  const ids = new Map<string, string>();
  let added = 0;
  const now = () => clock.now().getTime();
  const isFree = ({ dueAt, until }: Known) => dueAt !== null && dueAt <= now() && until <= now();
  for (const one of steps) {
    await store.write(async ({ jobs }) => {
      if (one.do === "wait") return clock.move(one.minutes);
      if (one.do === "add") {
        const key = String(added);
        added += 1;
        expect(await jobs.add({ kind: kind.name, key })).toBe(true);
        model.set(key, { dueAt: now(), tries: 0, until: 0 });
        return;
      }
      if (one.do === "lease") {
        const free = [...model.values()].filter(isFree);
        const leased = await jobs.lease(
          one.holder,
          leaseMs,
          { all: [kind.name], exclusive: [] },
          one.most,
        );
        expect(leased).toHaveLength(Math.min(free.length, one.most));
        for (const { key, id, tries } of leased) {
          const known = model.get(key);
          if (!known || !isFree(known)) throw new Error(`Job ${key} was leased while it was held.`);
          Object.assign(known, {
            holder: one.holder,
            until: now() + leaseMs,
            tries: known.tries + 1,
          });
          expect(tries).toBe(known.tries);
          ids.set(key, id);
        }
        return;
      }
      const [key = "", known] = [...model][one.place % Math.max(1, model.size)] ?? [];
      const id = ids.get(key);
      if (!known || !id) return;
      const isHeld = known.holder === one.holder;
      if (one.do === "renew") {
        const held = await jobs.renew(one.holder, leaseMs, [id]);
        expect(held.has(id)).toBe(isHeld);
        if (isHeld) known.until = now() + leaseMs;
      } else if (one.do === "finish") {
        await jobs.finish(one.holder, id);
        if (isHeld) model.delete(key);
      } else {
        const next = afterFailure(kind, known.tries, new Error("failed"));
        await jobs.postpone(one.holder, id, next);
        if (!isHeld) return;
        delete known.holder;
        const dueAt = next.delayMs === null ? null : now() + Math.round(next.delayMs);
        Object.assign(known, { dueAt, until: 0 });
      }
    });
    const all = [...model.values()];
    const isRunning = ({ until }: Known) => until > now();
    const due = all.flatMap((job) => (job.dueAt === null || isRunning(job) ? [] : [job.dueAt]));
    expect(await store.reader.jobs.facts()).toEqual({
      waiting: due.length,
      running: all.filter(isRunning).length,
      dead: all.filter(({ dueAt }) => dueAt === null).length,
      oldestDueMs: Math.max(0, now() - Math.min(now(), ...due)),
    });
  }
}

it("leases follow a model: one holder at a time, due times, retries and dead jobs", async () => {
  const clock = new TestClock();
  const store = await openStore({
    ...{ url: "memory:", resources: resources.values(), now: () => clock.now() },
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      await kyselyOver(store).deleteFrom("tocsin_job").execute();
      await compare(store, clock, steps);
    }),
    { numRuns: 200 },
  );
  await store.close();
});

it("waits for 1 s, doubled with each failure up to 10 minutes, times 0.5 to 1", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (tries, part) => {
        const full = Math.min(600_000, 1_000 * 2 ** (tries - 1));
        expect(backoffMs(tries, () => part)).toBe(full * (0.5 + part / 2));
      },
    ),
  );
  const dead = { delayMs: null, tries: 3, error: "Error: x" };
  expect(afterFailure(kind, 3, new Error("x"))).toEqual(dead);
  const recurring = afterFailure({ ...kind, everyMs: 100 }, 50, new Error("x"));
  expect(recurring.delayMs).toBe(100);
});
