import { expect, test } from "vitest";
import { contrast, contrastHint } from "./contrast";

test("measures contrast as WCAG defines it, either way round", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#ffffff", "#000000")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(contrast("#1f6feb", "#1f6feb")).toBe(1);
});

test("says where a color is hard to see and what helps", () => {
  expect(contrastHint("#ffff66")).toMatch(
    /^Low contrast on the light theme: .*Choose a darker color\.$/,
  );
  expect(contrastHint("#101010")).toMatch(
    /^Low contrast on the dark theme: .*Choose a lighter color\.$/,
  );
  expect(contrastHint("#D9480F")).toMatch(/^Good contrast on both themes: [\d.]+ on light/);
});

test("says nothing of an incomplete color", () => {
  for (const text of ["", "#fff", "red", "#12345g", "#1234567"]) {
    expect(contrastHint(text)).toBeUndefined();
  }
});
