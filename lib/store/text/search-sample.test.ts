import { expect, test } from "vitest";
import { BitSet } from "./bit-set";
import { SearchSample } from "./search-sample";

const everywhere = [{ projects: "all" as const, paths: ["p"] }];
const sampleOf = (texts: readonly string[]) =>
  new SearchSample(texts.map((text) => ({ path: "p", project: "q", text })));

test("bit sets intersect, unite and count as other sets do", () => {
  const numbers = (step: number) => Array.from({ length: 100 }, (_, n) => (n * step) % 1_000);
  const [one, other] = [numbers(7), numbers(31)];
  const [some, more] = [new BitSet(1_000, one), new BitSet(1_000, other)];
  const common = one.filter((number) => other.includes(number)).length;
  expect(some.size).toBe(100);
  expect([some.and(more).size, some.sizeWith(more)]).toEqual([common, common]);
  expect(some.or(more).size).toBe(200 - common);
  expect(new BitSet(33, [0, 31, 32]).size).toBe(3);
});

test("rare trigrams come first, and trigrams of all entries are left out", () => {
  const texts = Array.from({ length: 200 }, (_, n) => (n % 20 === 0 ? "abc xyz" : "abc"));
  const likely = sampleOf(texts).likelihood({
    trigrams: ["abc", "xyz"],
    names: ["abc"],
    scopes: everywhere,
  });
  expect(likely).toMatchObject({ rarest: ["xyz"], hasRarest: 0.05, matches: 0.05, named: 0.95 });
});

test("a text whose trigrams each exclude a few entries is not used to its end", () => {
  const trigrams = Array.from({ length: 200 }, (_, n) => `a${String.fromCodePoint(0x4e00 + n)}b`);
  const texts = Array.from({ length: 400 }, (_, n) =>
    trigrams.filter((_, place) => (place + n) % 97 !== 0).join(" "),
  );
  const likely = sampleOf(texts).likelihood({ trigrams, names: [], scopes: everywhere });
  expect(likely.matches).toBe(0);
  expect(likely.rarest).toHaveLength(12);
});
