import fc from "fast-check";
import { expect, test } from "vitest";
import { Lru } from "./lru";

test("holds at least the given number of entries used last, at most twice as many", () => {
  const uses = fc.array(fc.tuple(fc.integer({ min: 0, max: 15 }), fc.boolean()));
  fc.assert(
    fc.property(uses, (steps) => {
      const lru = new Lru<number>(4);
      let used: number[] = [];
      for (const [key, isSet] of steps) {
        const was = lru.get(String(key));
        if (used.slice(0, 4).includes(key)) expect(was).toBe(key);
        if (!used.slice(0, 8).includes(key)) expect(was).toBeUndefined();
        if (was === undefined && !isSet) continue;
        if (isSet) lru.set(String(key), key);
        used = [key, ...used.filter((other) => other !== key)];
      }
    }),
  );
});
