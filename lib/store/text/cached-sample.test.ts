import { expect, test } from "vitest";
import { CachedSample, type SampleSource } from "./cached-sample";

/** An index of ten entries that counts its reads. */
function sourceOver(over: object) {
  let reads = 0;
  let isAway = false;
  const setAway = (value: boolean) => {
    isAway = value;
  };
  const source: SampleSource = {
    over,
    last: async () => 10,
    entries: async (numbers) => {
      reads += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (isAway) throw new Error("away");
      return numbers.map((n) => ({ path: "p", project: "q", text: `entry ${n}` }));
    },
  };
  return { source, reads: () => reads, setAway };
}

const twenty = (ask: () => Promise<unknown>) =>
  Promise.allSettled(Array.from({ length: 20 }, ask)).then((all) =>
    all.map(({ status }) => status),
  );

test("concurrent callers get one sample, and a failed one is not cached", async () => {
  const kept = new CachedSample();
  const { source, reads, setAway } = sourceOver({});
  setAway(true);
  expect(new Set(await twenty(() => kept.of(source)))).toEqual(new Set(["rejected"]));
  expect(reads()).toBe(1);
  setAway(false);
  expect(new Set(await twenty(() => kept.of(source)))).toEqual(new Set(["fulfilled"]));
  expect(reads()).toBe(2);
  await kept.of(source);
  expect(reads()).toBe(2);
});

test("no caller waits for the sample of another connection, whose transaction may wait for it", async () => {
  const kept = new CachedSample();
  const never = sourceOver({});
  void kept.of({ ...never.source, entries: () => new Promise(() => undefined) });
  const own = sourceOver({});
  await kept.of(own.source);
  expect(own.reads()).toBe(1);
});
