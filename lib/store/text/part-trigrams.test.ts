import { expect, test } from "vitest";
import { pick, randomFrom } from "@/bench/prose";
import { foldText } from "@/lib/schema/search-text/search-text";
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
    const signs = Array.from({ length: 12 }, () => pick(random, random() < 0.2 ? all : own));
    const text = signs.join("");
    const [from, to] = [Math.floor(random() * 6), 7 + Math.floor(random() * 5)];
    const part = inOtherCase(signs.slice(from, to).join(""), run);
    if (!text.toLowerCase().includes(part.toLowerCase()) || !isWhole(text, 500)) continue;
    compared += 1;
    const held = allTrigrams(foldText(text));
    const lost = trigramsOfPart(part).filter((trigram) => !held.has(trigram));
    expect({ text, part, lost }).toEqual({ text, part, lost: [] });
  }
  expect(compared).toBeGreaterThan(10_000);
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

test("parts of words of one or two letters, or with a capital sigma of another style, promise nothing", () => {
  expect(trigramsOfPart("ab c-d")).toEqual([]);
  expect(trigramsOfPart("abc𝚺")).toEqual([]);
  expect(trigramsOfPart("ΟΔΟΣ")).toEqual(["οδο", "δος"]);
});

function inOtherCase(text: string, run: number): string {
  if (run % 3 === 0) return text;
  return run % 3 === 1 ? text.toUpperCase() : text.toLowerCase();
}
