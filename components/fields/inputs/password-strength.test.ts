import { expect, test } from "vitest";
import { passwordStrength } from "./password-strength";

const score = (password: string) => passwordStrength(password).score;

test("length counts for more than odd characters", () => {
  expect(score("")).toBe(0);
  expect(score("P@5s!x0")).toBe(0);
  expect(score("correct horse battery staple")).toBe(4);
  expect(score("correct horse battery staple")).toBeGreaterThan(score("P@5s!x0q"));
});

test("repeats and sequences count for little", () => {
  expect(score("aaaaaaaaaaaaaaaa")).toBe(1);
  expect(score("abcdefghijklmnop")).toBe(1);
  expect(score("12345678")).toBe(1);
  expect(score("kqzmwvxjrbtpdnhf")).toBeGreaterThan(score("abcdefghijklmnop"));
});

test("each score says what would help", () => {
  const words = ["short", "12345678", "hjkqmzxw", "hjkqmzxwbtpd", "hjkqmzxwbtpdHR7!"].map(
    (password) => passwordStrength(password).words,
  );
  expect(words[0]).toBe("Very weak: use at least 8 characters");
  expect(words[1]).toMatch(/^Weak/);
  expect(words.at(-1)).toBe("Strong");
});
