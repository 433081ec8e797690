import { expect, test } from "vitest";
import { pick, randomFrom } from "@/bench/prose";
import { foldCase, foldText } from "@/lib/schema/search-text/search-text";
import { isWhole, trigramsOfPart } from "./part-trigrams";
import { allTrigrams } from "./search-sample";

/** Yields all characters that Unicode assigns; surrogates and private ones are no letters. */
function* characters(): Generator<string> {
  for (let point = 1; point <= 0x10ffff; point += 1) {
    const sign = String.fromCodePoint(point);
    if (!/[\p{Cn}\p{Cs}\p{Co}]/u.test(sign)) yield sign;
  }
}

test("every character is folded alone, except those that hold a capital sigma", () => {
  const dependent: string[] = [];
  for (const sign of characters()) {
    const [lower, held] = [sign.toLowerCase(), /Σ/.test(sign.normalize("NFKD"))];
    // A mark before and after, which normalization could reorder.
    const around = foldText(`aḅ\u0301${lower}\u0323\u0301e`);
    if (around !== `ab${foldText(lower)}e` && !held) dependent.push(sign);
  }
  expect(dependent).toEqual([]);
});

test("the index holds the trigrams of every part of a whole text, in any case", () => {
  const random = randomFrom(20_301);
  const all = [...characters()];
  const alphabets = ["abc", "aB É", "ΣσςΑα𝚺𝛓", "İIıiß", "ÅÅáé\u0301\u0323", "한ᄒ\u1161ᆫ", "ﬁﬀ㎏½"];
  let compared = 0;
  for (let run = 0; run < 20_000; run += 1) {
    const own = [...(alphabets[run % alphabets.length] ?? ""), ..."xy -"];
    // Only a beginning of a long part is looked up, which may end anywhere.
    const length = run % 10 === 9 ? 230 : 12;
    const signs = Array.from({ length }, () => pick(random, random() < 0.2 ? all : own));
    const text = signs.join("");
    const [from, to] = [Math.floor(random() * 6), length - 5 + Math.floor(random() * 5)];
    const part = inOtherCase(signs.slice(from, to).join(""), run);
    if (!foldCase(text).includes(foldCase(part)) || !isWhole(text, 500)) continue;
    compared += 1;
    const held = allTrigrams(foldText(text));
    const lost = trigramsOfPart(part).filter((trigram) => !held.has(trigram));
    expect({ text, part, lost }).toEqual({ text, part, lost: [] });
  }
  expect(compared).toBeGreaterThan(10_000);
});

test("the beginning of a long part is looked up, in a few milliseconds", () => {
  expect(trigramsOfPart(`abcd ${"x1 ".repeat(200)}zzz`)).toEqual(["abc", "bcd"]);
  for (const long of ["\ufdfa".repeat(2_600_000), "abc ".repeat(200_000), manyWords()]) {
    const startedAt = performance.now();
    expect(trigramsOfPart(long).length).toBeLessThanOrEqual(64);
    expect(performance.now() - startedAt).toBeLessThan(500);
  }
});

test("a text is not whole when it is long, a word of it is cut, or a character is unknown", () => {
  const word = "x".repeat(64);
  expect(isWhole(`${word} ${word}`, 500)).toBe(true);
  expect(isWhole(`${word} ${word}`, 128)).toBe(false);
  for (const before of ["", "a ", "a\n", "a\u00a0", "(", "a-"]) {
    expect(isWhole(`${before}${word}x`, 500)).toBe(false);
  }
  expect(isWhole("a\u{1ffff}", 500)).toBe(false);
  expect(isWhole(null, 500)).toBe(true);
});

test("parts of words of one or two letters, and sigmas, promise nothing", () => {
  expect(trigramsOfPart("ab c-d")).toEqual([]);
  expect(trigramsOfPart("ab𝚺")).toEqual([]);
  expect(trigramsOfPart("ΟΔΟΣ")).toEqual(["οδο"]);
});

/** Returns 120,000 letters with far more different trigrams than a lookup needs. */
function manyWords(): string {
  const random = randomFrom(7);
  return Array.from({ length: 120_000 }, () =>
    pick(random, [..."abcdefghijklmnopqrstuvwxyz "]),
  ).join("");
}

function inOtherCase(text: string, run: number): string {
  if (run % 3 === 0) return text;
  return run % 3 === 1 ? text.toUpperCase() : text.toLowerCase();
}
