import { afterEach, beforeEach, expect, vi } from "vitest";

// A passing test with stray console output hides a defect, so each stray line fails it.
const stray: unknown[][] = [];

beforeEach(() => {
  stray.length = 0;
  for (const method of ["error", "warn"] as const) {
    vi.spyOn(console, method).mockImplementation((...line) => {
      stray.push([method, ...line]);
    });
  }
});

afterEach(() => {
  const lines = stray.splice(0);
  expect(lines, "printed by console.error or console.warn").toEqual([]);
});
