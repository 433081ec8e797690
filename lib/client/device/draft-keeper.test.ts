import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { alertSeverity } from "@/lib/resources/alerts/alert-severity";
import { draftKeeper } from "./draft-keeper";
import { type Draft, type DraftKey, readDraft } from "./drafts";

const place: DraftKey = {
  ...{ person: "mia", project: "acme", resource: alertSeverity, record: "new" },
};

let written = 0;
beforeEach(() => {
  written = 0;
  const held = new Map<string, string>();
  vi.useFakeTimers();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => {
      written += 1;
      held.set(key, value);
    },
    removeItem: (key: string) => held.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const draftOf = (text: string): Draft => ({
  ...{ values: { text }, first: {}, at: "2030-01-01T00:00:00.000Z" },
});
const kept = () => readDraft(place)?.values["text"];

test("keys in quick succession are stored once, and continuous typing within 300 ms", () => {
  const keeper = draftKeeper(place);
  for (const text of ["a", "ab", "abc"]) {
    keeper.keep(draftOf(text));
    vi.advanceTimersByTime(90);
  }
  expect(written).toBe(0);
  vi.advanceTimersByTime(30);
  expect([kept(), written]).toEqual(["abc", 1]);
});

test("the last draft is stored when the page is left", () => {
  const keeper = draftKeeper(place);
  keeper.keep(draftOf("a"));
  keeper.flush();
  expect(kept()).toBe("a");
  keeper.flush();
  expect(written).toBe(1);
});

test("a forgotten draft is not stored later", () => {
  const keeper = draftKeeper(place);
  keeper.keep(draftOf("a"));
  keeper.flush();
  keeper.keep(draftOf("ab"));
  keeper.forget();
  vi.advanceTimersByTime(1_000);
  keeper.flush();
  expect(kept()).toBeUndefined();
});
