import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import guards from "@/prove/bite/mutations.json";

// Removing each guard takes minutes: `npm run prove:bite`. This test checks that the list still
// matches the code.
describe.each(Object.entries(guards))("guards of %s", (_, mutations) => {
  it.each(mutations)("$file: $find", ({ file, find, put, tests }) => {
    const text = readFileSync(file, "utf8");
    expect(text.split(find)).toHaveLength(2);
    expect(put).not.toBe(find);
    expect(tests.filter((test) => !existsSync(test))).toEqual([]);
  });
});
