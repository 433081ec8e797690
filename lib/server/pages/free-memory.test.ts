import { expect, it } from "vitest";
import { freeMemory } from "./free-memory";

it("garbage is collected at once", () => {
  const kept: object[] = Array.from({ length: 500_000 }, (_, place) => ({ place }));
  const before = process.memoryUsage().heapUsed;
  kept.length = 0;
  freeMemory();
  expect(before - process.memoryUsage().heapUsed).toBeGreaterThan(10_000_000);
});
