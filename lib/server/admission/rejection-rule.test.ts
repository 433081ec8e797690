import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FairQueue } from "./fair-queue";
import { MovingAverage } from "./moving-average";
import { callerOverShare, serverOverloaded } from "./overload-errors";
import { RejectionRule } from "./rejection-rule";
import { RunningClock } from "./running-clock";

const clock = new RunningClock();
beforeEach(() => {
  vi.useFakeTimers();
  clock.start();
});
afterEach(() => {
  clock.stop();
  vi.useRealTimers();
});

/**
 * Returns a rule with a limit of 1,000 ms over a queue with this number of requests of each caller.
 * They have waited 500 ms, and the server admits one in 1 ms.
 */
function ruleOver(counts: Readonly<Record<string, number>>) {
  const line = new FairQueue();
  for (const [caller, count] of Object.entries(counts)) add(line, caller, count);
  const pace = new MovingAverage();
  for (let ms = 0; ms < 6_000; ms += 1) pace.add(ms);
  return { line, rule: new RejectionRule({ limitMs: 1_000, line, clock, pace }) };
}

function add(line: FairQueue, caller: string, count: number, ageMs = 500): void {
  const since = clock.now() - ageMs;
  const nothing = () => undefined;
  for (let at = 0; at < count; at += 1) {
    line.add({ caller, since, limitMs: 1_000, go: nothing, refuse: nothing });
  }
}

/** Asks 10 ms later, because the rule reads the age of the oldest request every 5 ms. */
function reasonFor(rule: RejectionRule, caller: string) {
  vi.advanceTimersByTime(10);
  return rule.reasonFor(() => caller);
}

/** Admits requests until this number waits. */
function admitUntil(line: FairQueue, length: number): void {
  while (line.length > length) line.take(() => true);
}

describe("a queue that fills", () => {
  test("rejects from 0.8 times the limit on", () => {
    expect(reasonFor(ruleOver({ a: 700 }).rule, "a")).toBeUndefined();
    expect(reasonFor(ruleOver({ a: 900 }).rule, "a")).toBe(serverOverloaded);
  });
});

describe("in an overload", () => {
  test("a queue rejects until its wait is 0.8 times a sixth of the limit", () => {
    const { line, rule } = ruleOver({ a: 300 });
    expect(reasonFor(rule, "a")).toBeUndefined();
    add(line, "a", 600);
    expect(reasonFor(rule, "a")).toBe(serverOverloaded);
    add(line, "a", 300, 100);
    for (const length of [300, 140]) {
      admitUntil(line, length);
      expect(reasonFor(rule, "a")).toBe(serverOverloaded);
    }
    admitUntil(line, 120);
    expect(reasonFor(rule, "a")).toBeUndefined();
  });

  test("a sudden crowd passes, however long", () => {
    const { line, rule } = ruleOver({ a: 900 });
    expect(reasonFor(rule, "a")).toBe(serverOverloaded);
    admitUntil(line, 0);
    add(line, "a", 900, 50);
    expect(reasonFor(rule, "a")).toBeUndefined();
  });

  test("a request that does not wait is not rejected and begins no overload", () => {
    const { line, rule } = ruleOver({ a: 900 });
    vi.advanceTimersByTime(10);
    expect(rule.reasonFor(() => undefined)).toBeUndefined();
    expect(rule.isOverloaded).toBe(false);
    admitUntil(line, 63);
    rule.noteRejection("a");
    expect(rule.isOverloaded).toBe(true);
    expect(reasonFor(rule, "a")).toBeUndefined();
  });

  test("2 s without a rejection end it, for rejected callers too", () => {
    const { line, rule } = ruleOver({ a: 900 });
    expect(reasonFor(rule, "a")).toBe(serverOverloaded);
    admitUntil(line, 300);
    vi.advanceTimersByTime(1_900);
    expect(reasonFor(rule, "a")).toBe(serverOverloaded);
    vi.advanceTimersByTime(1_900);
    expect(reasonFor(rule, "a")).toBe(serverOverloaded);
    admitUntil(line, 0);
    vi.advanceTimersByTime(2_000);
    add(line, "a", 300);
    expect(reasonFor(rule, "a")).toBeUndefined();
    add(line, "a", 600);
    expect(reasonFor(rule, "a")).toBe(serverOverloaded);
    admitUntil(line, 300);
    expect(reasonFor(rule, "a")).toBe(serverOverloaded);
  });

  test("the whole limit is tried again after a minute", () => {
    const { line, rule } = ruleOver({ a: 900 });
    expect(reasonFor(rule, "a")).toBe(serverOverloaded);
    for (let seconds = 1; seconds < 60; seconds += 1) {
      vi.advanceTimersByTime(990);
      admitUntil(line, 0);
      add(line, "a", 300);
      expect(reasonFor(rule, "a")).toBe(serverOverloaded);
    }
    vi.advanceTimersByTime(990);
    admitUntil(line, 0);
    add(line, "a", 300);
    expect(reasonFor(rule, "a")).toBeUndefined();
  });

  test("another caller's burst may still wait for the whole limit", () => {
    const { line, rule } = ruleOver({ a: 900 });
    expect(reasonFor(rule, "a")).toBe(serverOverloaded);
    for (let at = 0; at < 300; at += 1) {
      expect(rule.reasonFor(() => "b")).toBeUndefined();
      add(line, "b", 1);
    }
    expect(reasonFor(rule, "a")).toBe(callerOverShare);
    add(line, "b", 200);
    expect(reasonFor(rule, "b")).toBe(serverOverloaded);
    admitUntil(line, 500);
    expect(reasonFor(rule, "b")).toBe(serverOverloaded);
    vi.advanceTimersByTime(2_000);
    add(line, "a", 700);
    expect(reasonFor(rule, "a")).toBe(callerOverShare);
    admitUntil(line, 0);
    add(line, "a", 300);
    add(line, "b", 250, 0);
    expect(reasonFor(rule, "b")).toBeUndefined();
  });

  test("all are judged by a sixth of the limit when many callers wait", () => {
    const callers = Array.from({ length: 900 }, (_, at) => `caller ${at}`);
    const { line, rule } = ruleOver(Object.fromEntries(callers.map((caller) => [caller, 1])));
    expect(reasonFor(rule, "first")).toBe(serverOverloaded);
    admitUntil(line, 300);
    expect(reasonFor(rule, "second")).toBe(serverOverloaded);
    expect(reasonFor(rule, "caller 899")).toBe(serverOverloaded);
    admitUntil(line, 100);
    expect(reasonFor(rule, "third")).toBeUndefined();
  });

  test("the latest 1,000 rejected callers are remembered", () => {
    const { line, rule } = ruleOver({ a: 900 });
    for (let at = 0; at < 1_001; at += 1) rule.noteRejection(`caller ${at}`);
    admitUntil(line, 0);
    for (const caller of ["caller 0", "caller 1", "caller 1000"]) add(line, caller, 200, 100);
    expect(reasonFor(rule, "caller 0")).toBeUndefined();
    expect(reasonFor(rule, "caller 1")).toBe(serverOverloaded);
    expect(reasonFor(rule, "caller 1000")).toBe(serverOverloaded);
  });
});
