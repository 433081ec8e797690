import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { Turns } from "./turns";

/** Keeps the thread busy, as a request that reads and writes does. */
function work(forMs: number): void {
  const end = performance.now() + forMs;
  let now = performance.now();
  while (now < end) now = performance.now();
}

/** A promise, and what fulfils it. */
function hold() {
  let release: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { promise, release: () => release() };
}

describe("turns", () => {
  test("begin at once, in this turn of the loop, while there is little to do", async () => {
    const turns = new Turns(100);
    let begun = 0;
    const begin = () => {
      begun += 1;
    };
    const taken = [1, 2, 3].map(() => turns.take(async () => begin()));
    expect(begun).toBe(3);
    await Promise.all(taken);
  });

  test("come in the order of asking, and the loop goes round between them", async () => {
    const turns = new Turns(10_000);
    const order: number[] = [];
    let rounds = 0;
    let isOver = false;
    const counting = (async () => {
      for (; !isOver; rounds += 1) await turn();
    })();
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        turns.take(async () => {
          order.push(index);
          work(4);
        }),
      ),
    );
    isOver = true;
    await counting;
    expect(order).toEqual([...order].sort((one, other) => one - other));
    expect(order).toHaveLength(40);
    expect(rounds).toBeGreaterThan(8);
  });

  test("are refused, and not begun, after too long a wait; what has begun goes on", async () => {
    let begun = 0;
    const turns = new Turns(50);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, () =>
        turns.take(async () => {
          begun += 1;
          work(5);
          await wait(5);
        }),
      ),
    );
    const failed = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(failed.length).toBeGreaterThan(0);
    expect(begun).toBeGreaterThan(1);
    expect(begun).toBe(60 - failed.length);
    expect(failed[0]).toMatchObject({ code: "unavailable", details: { retryAfterSeconds: 1 } });
    await expect(turns.take(async () => "later")).resolves.toBe("later");
  });

  test("are refused too when everything under way stands still", async () => {
    const turns = new Turns(40);
    const { promise: held, release } = hold();
    const stuck = Array.from({ length: 64 }, () => turns.take(() => held));
    expect(turns.waiting()).toEqual({ requests: 0, longestMs: 0 });
    const late = [turns.take(async () => 1), wait(30).then(() => turns.take(async () => 2))];
    expect(turns.waiting().requests).toBe(1);
    work(10);
    expect(turns.waiting().longestMs).toBeGreaterThanOrEqual(10);
    for (const one of late) await expect(one).rejects.toMatchObject({ code: "unavailable" });
    release();
    await Promise.all(stuck);
    await expect(turns.take(async () => 3)).resolves.toBe(3);
    expect(turns.waiting()).toEqual({ requests: 0, longestMs: 0 });
  });

  test("leave no room while the first in line has waited almost too long", async () => {
    const turns = new Turns(60_000);
    const impatient = new Turns(200);
    for (const one of [turns, impatient]) {
      void Promise.all(Array.from({ length: 64 }, () => one.take(() => wait(400))));
    }
    const waiting = [turns, impatient].map((one) => one.take(async () => "begun"));
    const outcome = Promise.allSettled(waiting);
    expect(impatient.isFull).toBe(false);
    work(170);
    expect(turns.isFull).toBe(false);
    expect(impatient.isFull).toBe(true);
    expect(impatient.oldestMs).toBeGreaterThan(160);
    expect((await outcome)[0]).toEqual({ status: "fulfilled", value: "begun" });
  });

  test("leave no room for who would wait too long, though nobody has yet", async () => {
    const turns = new Turns(1_000);
    const seen: Seen[] = [];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 2_500 }, () =>
        turns.take(async () => {
          seen.push(look(turns));
          work(1);
        }),
      ),
    );
    expect(outcomes.some(({ status }) => status === "rejected")).toBe(true);
    expect(seen.find(({ isFull }) => isFull)?.oldestMs).toBeLessThan(750);
    expect(seen.filter(({ oldestMs }) => oldestMs < 400).some(({ isFull }) => isFull)).toBe(false);
  });

  test("leave room behind a few slow ones", async () => {
    const turns = new Turns(2_000);
    const slow = Array.from({ length: 22 }, () => turns.take(async () => work(40)));
    const seen: Seen[] = [];
    const quick = Array.from({ length: 500 }, () =>
      turns.take(async () => void seen.push(look(turns))),
    );
    await Promise.allSettled([...slow, ...quick]);
    const halfWay = seen.filter(({ oldestMs }) => oldestMs > 800 && oldestMs < 1_600);
    expect(halfWay.length).toBeGreaterThan(0);
    expect(halfWay.filter(({ isFull }) => isFull)).toEqual([]);
  });

  test("forget how long a line took once it has ended", async () => {
    const turns = new Turns(2_000);
    const slow = Array.from({ length: 12 }, () => turns.take(async () => work(40)));
    await Promise.allSettled(slow);
    const { promise: held, release } = hold();
    const underWay: Promise<void>[] = [];
    while (underWay.length < 64) {
      underWay.push(turns.take(() => held));
      await turn();
    }
    const seen: Seen[] = [];
    const quick = Array.from({ length: 3_000 }, () =>
      turns.take(async () => void seen.push(look(turns))),
    );
    await wait(1_000);
    release();
    await Promise.allSettled([...underWay, ...quick]);
    expect(seen[0]?.oldestMs).toBeGreaterThan(800);
    expect(seen[0]?.isFull).toBe(false);
  });
});

interface Seen {
  readonly isFull: boolean;
  readonly oldestMs: number;
}

/** In this order: who is preempted in between has waited longer than when it was asked, never less. */
function look(turns: Turns): Seen {
  const { isFull } = turns;
  return { isFull, oldestMs: turns.oldestMs };
}
