import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { AdmissionQueue } from "./admission-queue";

/** Keeps the thread busy, as a request that reads and writes does. */
function work(forMs: number): void {
  const end = performance.now() + forMs;
  let now = performance.now();
  while (now < end) now = performance.now();
}

/** Returns a promise, and the function that fulfils it. */
function hold() {
  let release: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { promise, release: () => release() };
}

describe("requests", () => {
  test("begin at once, in this turn of the loop, while the load is low", async () => {
    const queue = new AdmissionQueue(100);
    let begun = 0;
    const begin = () => {
      begun += 1;
    };
    const taken = [1, 2, 3].map(() => queue.run("a", async () => begin()));
    expect(begun).toBe(3);
    await Promise.all(taken);
  });

  test("begin in order of arrival, and the event loop turns between them", async () => {
    const queue = new AdmissionQueue(10_000);
    const order: number[] = [];
    let rounds = 0;
    let isOver = false;
    const counting = (async () => {
      for (; !isOver; rounds += 1) await turn();
    })();
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        queue.run("a", async () => {
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

  test("are rejected, and not begun, after too long a wait; admitted ones continue", async () => {
    let begun = 0;
    const queue = new AdmissionQueue(50);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, () =>
        queue.run("a", async () => {
          begun += 1;
          work(5);
          await wait(5);
        }),
      ),
    );
    const failed = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(failed.length).toBeGreaterThan(0);
    expect(begun).toBeGreaterThan(1);
    expect(begun).toBe(200 - failed.length);
    expect(failed[0]).toMatchObject({ code: "unavailable", details: { retryAfterSeconds: 1 } });
    await expect(queue.run("a", async () => "later")).resolves.toBe("later");
  });

  test("are rejected too when all admitted ones are stuck", async () => {
    const queue = new AdmissionQueue(40);
    const { promise: held, release } = hold();
    const stuck = Array.from({ length: 64 }, (_, at) => queue.run(`${at % 2}`, () => held));
    expect(queue.waiting()).toEqual({ requests: 0, longestMs: 0 });
    const late = [
      queue.run("a", async () => 1),
      wait(30).then(() => queue.run("a", async () => 2)),
    ];
    expect(queue.waiting().requests).toBe(1);
    work(10);
    expect(queue.waiting().longestMs).toBeGreaterThanOrEqual(10);
    for (const one of late) await expect(one).rejects.toMatchObject({ code: "unavailable" });
    release();
    await Promise.all(stuck);
    await expect(queue.run("a", async () => 3)).resolves.toBe(3);
    expect(queue.waiting()).toEqual({ requests: 0, longestMs: 0 });
  });

  test("are rejected at once while the oldest has waited almost too long", async () => {
    const queue = new AdmissionQueue(60_000);
    const impatient = new AdmissionQueue(1_000);
    const { promise: held, release } = hold();
    const outcomes = [queue, impatient].map((one) => {
      for (let at = 0; at < 64; at += 1) void one.run(`${at % 2}`, () => held);
      const waiting = Array.from({ length: 70 }, () => one.run("a", async () => "begun"));
      return Promise.allSettled(waiting);
    });
    expect(isFull(impatient)).toBe(false);
    while (impatient.oldestMs < 750) await wait(1);
    if (impatient.oldestMs < 790) expect(isFull(impatient)).toBe(false);
    while (impatient.oldestMs < 810) await wait(1);
    expect([isFull(impatient), isFull(queue)]).toEqual([true, false]);
    await outcomes[1];
    release();
    const [patient] = await Promise.all(outcomes);
    expect(patient?.every(({ status }) => status === "fulfilled")).toBe(true);
  });

  test("are rejected at once if they would wait too long, though none has yet", async () => {
    const queue = new AdmissionQueue(1_000);
    const seen: Seen[] = [];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 2_500 }, () =>
        queue.run("a", async () => {
          seen.push(look(queue));
          work(1);
        }),
      ),
    );
    expect(outcomes.some(({ status }) => status === "rejected")).toBe(true);
    expect(seen.find(({ isFull }) => isFull)?.oldestMs).toBeLessThan(750);
    expect(seen.filter(({ oldestMs }) => oldestMs < 400).some(({ isFull }) => isFull)).toBe(false);
  });

  test("may wait behind a few slow ones", async () => {
    const queue = new AdmissionQueue(2_000);
    const slow = Array.from({ length: 22 }, () => queue.run("a", async () => work(40)));
    const seen: Seen[] = [];
    const quick = Array.from({ length: 500 }, () =>
      queue.run("a", async () => void seen.push(look(queue))),
    );
    await Promise.allSettled([...slow, ...quick]);
    const halfWay = seen.filter(({ oldestMs }) => oldestMs > 800 && oldestMs < 1_600);
    expect(halfWay.length).toBeGreaterThan(0);
    expect(halfWay.filter(({ isFull }) => isFull)).toEqual([]);
  });

  test("are not judged by the intervals of an earlier queue", async () => {
    const queue = new AdmissionQueue(2_000);
    const slow = Array.from({ length: 12 }, () => queue.run("a", async () => work(40)));
    await Promise.allSettled(slow);
    const { promise: held, release } = hold();
    const underWay: Promise<void>[] = [];
    while (underWay.length < 64) {
      underWay.push(queue.run(`${underWay.length % 2}`, () => held));
      await turn();
    }
    const seen: Seen[] = [];
    const quick = Array.from({ length: 3_000 }, () =>
      queue.run("a", async () => void seen.push(look(queue))),
    );
    await wait(1_000);
    release();
    await Promise.allSettled([...underWay, ...quick]);
    expect(seen[0]?.oldestMs).toBeGreaterThan(800);
    expect(seen[0]?.isFull).toBe(false);
  });
});

describe("an overload", () => {
  /** Returns a queue of caller a that is overloaded, because requests waited longer than 300 ms. */
  async function overloaded() {
    const queue = new AdmissionQueue(300);
    const slots = holdSlots(queue);
    const late = Array.from({ length: 80 }, () => queue.run("a", async () => "begun"));
    await expect(Promise.any(late)).rejects.toThrow();
    return { queue, slots };
  }

  /** Holds all slots until `release`. */
  function holdSlots(queue: AdmissionQueue) {
    const { promise: held, release } = hold();
    const stuck = Array.from({ length: 64 }, (_, at) => queue.run(`${at % 2}`, () => held));
    return async () => {
      release();
      await Promise.all(stuck);
    };
  }

  test("begins with requests that waited too long, and shortens the wait", async () => {
    const { queue, slots } = await overloaded();
    const waiting = Array.from({ length: 70 }, () => queue.run("a", async () => "begun"));
    while (queue.oldestMs < 60) await wait(1);
    if (queue.oldestMs < 240) expect([isFull(queue), isFull(queue, "b")]).toEqual([true, false]);
    await slots();
    await Promise.allSettled(waiting);
  });

  /**
   * Returns whether an overloaded queue rejects by its average interval after it was empty;
   * undefined if the overload may have ended before, after 2 s, on a slow machine.
   */
  async function keepsInterval(): Promise<boolean | undefined> {
    const since = performance.now();
    const { queue, slots } = await overloaded();
    await slots();
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(Array.from({ length: 60 }, () => queue.run("a", async () => work(2))));
    }
    const again = holdSlots(queue);
    const waiting = Array.from({ length: 150 }, () => queue.run("a", async () => "begun"));
    // Below 40 ms, only the average interval can be the reason for a rejection.
    while (queue.oldestMs < 28) await wait(1);
    const isKept = isFull(queue);
    const tookMs = performance.now() - since;
    await again();
    await Promise.allSettled(waiting);
    return tookMs < 2_000 ? isKept : undefined;
  }

  test("keeps the average interval of admissions while the queue is empty", async () => {
    let isKept: boolean | undefined;
    for (let tries = 0; isKept === undefined && tries < 10; tries += 1) {
      isKept = await keepsInterval();
    }
    expect(isKept).toBe(true);
  });
});

describe("requests of several callers", () => {
  test("begin in rotation: a caller with few does not wait for a caller with many", async () => {
    const queue = new AdmissionQueue(60_000);
    const order: string[] = [];
    const ask = (caller: string, count: number) =>
      Array.from({ length: count }, () =>
        queue.run(caller, async () => {
          order.push(caller);
          work(1);
        }),
      );
    const all = [...ask("many", 500), ...ask("few", 5), ...ask("one", 1)];
    await Promise.all(all);
    const begun = order.slice(order.indexOf("few"));
    expect(begun.slice(0, 12).filter((caller) => caller === "few").length).toBeGreaterThan(3);
    expect(begun.indexOf("one")).toBeLessThan(4);
  });

  test("are rejected with 429 for the caller over its share, and admitted for the other", async () => {
    const queue = new AdmissionQueue(1_000);
    const { promise: held, release } = hold();
    const stuck = Array.from({ length: 64 }, (_, at) => queue.run(`${at % 2}`, () => held));
    const many = Array.from({ length: 100 }, () => queue.run("many", async () => "begun"));
    const outcomes = Promise.allSettled(many);
    while (queue.oldestMs < 500) await wait(1);
    const few = queue.run("few", async () => "begun");
    while (queue.oldestMs < 810) await wait(1);
    expect(queue.refusal(() => "many")).toMatchObject({ code: "too_many_requests" });
    expect(isFull(queue, "new")).toBe(false);
    let refused = 0;
    for (const one of many) one.catch(() => (refused += 1));
    // Of the 101 in the queue, 63 may keep waiting: a queue that short is no overload.
    while (refused < 38) await wait(1);
    release();
    await Promise.all(stuck);
    await expect(few).resolves.toBe("begun");
    const codes = (await outcomes).flatMap((one) =>
      one.status === "rejected" ? [one.reason.code] : [],
    );
    expect(new Set(codes)).toEqual(new Set(["too_many_requests"]));
  });

  test("of one caller leave a quarter of the slots to others", async () => {
    const queue = new AdmissionQueue(60_000);
    const { promise: held, release } = hold();
    let slow = 0;
    const all = Array.from({ length: 64 }, () =>
      queue.run("slow", () => {
        slow += 1;
        return held;
      }),
    );
    await wait(50);
    expect(slow).toBe(48);
    await expect(queue.run("other", async () => "begun")).resolves.toBe("begun");
    release();
    await Promise.all(all);
    expect(slow).toBe(64);
  });
});

describe("an admitted request", () => {
  test("holds no slot while suspended, and is not rejected when it returns", async () => {
    const queue = new AdmissionQueue(30);
    const { promise: held, release } = hold();
    const steps: string[] = [];
    const first = queue.run("a", async (admitted) => {
      const got = await admitted.suspend(() => held.then(() => "body"));
      steps.push(got);
      await admitted.giveWay();
      steps.push("done");
    });
    const { promise: stuck, release: goOn } = hold();
    const others: Promise<void>[] = [];
    for (let at = 0; at < 64; at += 1) {
      others.push(queue.run(`${at % 2}`, () => stuck));
      // On a slow machine, the time slice of one turn is too short for all of them.
      if (at % 8 === 7) await turn();
    }
    expect(queue.waiting().requests).toBe(0);
    release();
    await wait(700);
    expect(steps).toEqual([]);
    goOn();
    await Promise.all([first, ...others]);
    expect(steps).toEqual(["body", "done"]);
  });

  test("that returns does not keep others from being rejected", async () => {
    const queue = new AdmissionQueue(30);
    const { promise: body, release: arrive } = hold();
    const { promise: stuck, release: goOn } = hold();
    const returning = queue.run("a", (admitted) => admitted.suspend(() => body));
    const others: Promise<void>[] = [];
    for (let at = 0; at < 64; at += 1) {
      others.push(queue.run(`${at % 2}`, () => stuck));
      // On a slow machine, the time slice of one turn is too short for all of them.
      if (at % 8 === 7) await turn();
    }
    arrive();
    await turn();
    expect(queue.waiting().requests).toBe(1);
    let refused = 0;
    const late = ["a", "b"].map((caller) => queue.run(caller, async () => "begun"));
    for (const one of late) one.catch(() => (refused += 1));
    await vi.waitFor(() => expect(refused).toBe(2), { timeout: 20_000 });
    expect(queue.waiting().requests).toBe(1);
    goOn();
    await Promise.all([returning, ...others]);
  });
});

describe("a request that waits for a lock", () => {
  /** Fills the slots of the queue with requests that wait for `locked`. */
  async function fill(queue: AdmissionQueue, locked: Promise<void>) {
    const all: Promise<void>[] = [];
    for (let at = 0; at < 64; at += 1) {
      const write = queue.run(`writer ${at % 2}`, async (admitted) => {
        admitted.beginLockWait();
        await locked;
        admitted.endLockWait();
      });
      all.push(write);
      // On a slow machine, the time slice of one turn is too short for all of them.
      if (at % 8 === 7) await turn();
    }
    return all;
  }

  test("leaves its slot to others after a while", async () => {
    const queue = new AdmissionQueue(10_000);
    const { promise: locked, release } = hold();
    const writes = await fill(queue, locked);
    const since = performance.now();
    await expect(queue.run("reader", async () => "read")).resolves.toBe("read");
    expect(performance.now() - since).toBeGreaterThan(40);
    release();
    await Promise.all(writes);
  });

  test("counts again once it has the lock", async () => {
    const queue = new AdmissionQueue(10_000);
    const { promise: locked, release } = hold();
    const { promise: stuck, release: goOn } = hold();
    const writes = await fill(
      queue,
      locked.then(() => stuck),
    );
    const early = Array.from({ length: 32 }, () => queue.run("early", () => stuck));
    await wait(400);
    expect(queue.waiting().requests).toBe(0);
    release();
    goOn();
    await Promise.all([...writes, ...early]);
    expect(await begunOf80(queue, 200)).toBe(64);
  });

  test("that it did not get is counted once when it waits again", async () => {
    const queue = new AdmissionQueue(10_000);
    const { promise: refused, release: refuse } = hold();
    const { promise: locked, release } = hold();
    const writes = Array.from({ length: 64 }, (_, at) =>
      queue.run(`writer ${at % 2}`, async (admitted) => {
        admitted.beginLockWait();
        await refused;
        // As the next item of a bulk write, after the lock was not granted in time.
        admitted.beginLockWait();
        await locked;
        admitted.endLockWait();
      }),
    );
    // Takes the slots of all of them.
    await queue.run("reader", async () => undefined);
    refuse();
    await turn();
    release();
    await Promise.all(writes);
    expect(await begunOf80(queue, 200)).toBe(64);
  });

  test("after its end takes no slot from others", async () => {
    const queue = new AdmissionQueue(10_000);
    // As an export, which notes its end after its reply has begun.
    const ended = await queue.run("export", async (admitted) => admitted);
    ended.beginLockWait();
    expect(await begunOf80(queue, 400)).toBe(64);
  });

  test("leaves at most 256 of them without a slot, and 64 of one caller", async () => {
    const queue = new AdmissionQueue(10_000);
    const { promise: locked, release } = hold();
    let begun = 0;
    const send = (callers: number, count: number) =>
      Array.from({ length: count }, (_, at) =>
        queue.run(`of ${callers}: ${at % callers}`, async (admitted) => {
          begun += 1;
          admitted.beginLockWait();
          await locked;
        }),
      );
    const ofOne = send(1, 200);
    await wait(600);
    expect(begun).toBe(64 + 48);
    const ofMany = send(8, 400);
    await wait(1_500);
    expect(begun).toBe(256 + 64);
    release();
    await Promise.all([...ofOne, ...ofMany]);
    expect(begun).toBe(600);
  });
});

describe("waiting", () => {
  test("does not count while the process is stalled", async () => {
    const queue = new AdmissionQueue(600);
    const { promise: held, release } = hold();
    const stuck = Array.from({ length: 64 }, (_, at) => queue.run(`${at % 2}`, () => held));
    const waiting = Array.from({ length: 80 }, () => queue.run("a", async () => "begun"));
    const outcomes = Promise.allSettled(waiting);
    await wait(20);
    work(1_500);
    expect(queue.waiting().longestMs).toBeLessThan(400);
    await wait(1);
    expect(isFull(queue)).toBe(false);
    release();
    await Promise.all(stuck);
    expect((await outcomes).filter(({ status }) => status === "rejected")).toEqual([]);
  });

  test("is never refused while fewer than 64 wait, however slow the process is", async () => {
    const queue = new AdmissionQueue(20);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, () => queue.run("a", async () => work(8))),
    );
    expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
  });
});

/** Sends 80 requests of two callers, and returns how many of them are in progress after a time. */
async function begunOf80(queue: AdmissionQueue, afterMs: number): Promise<number> {
  let begun = 0;
  const { promise: held, release } = hold();
  const sent = Array.from({ length: 80 }, (_, at) =>
    queue.run(`${at % 2}`, () => {
      begun += 1;
      return held;
    }),
  );
  await wait(afterMs);
  const inProgress = begun;
  release();
  await Promise.all(sent);
  return inProgress;
}

/** Returns whether a request of this caller would be rejected before any work. */
function isFull(queue: AdmissionQueue, caller = "a"): boolean {
  return queue.refusal(() => caller) !== undefined;
}

interface Seen {
  readonly isFull: boolean;
  readonly oldestMs: number;
}

/** In this order: if the test is preempted in between, the wait reads longer, never shorter. */
function look(queue: AdmissionQueue): Seen {
  return { isFull: isFull(queue), oldestMs: queue.oldestMs };
}
