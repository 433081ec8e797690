import { expect, it, vi } from "vitest";
import { randomKey } from "./random-key";

it("differs each time, also without the functions of secure contexts", () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const keys = Array.from({ length: 100 }, randomKey);
  vi.unstubAllGlobals();
  expect(new Set(keys).size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^\d+(-\d+){3}$/);
});
