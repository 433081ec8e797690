import { expect, test } from "vitest";
import { startingWith } from "./command";

const commands = [
  ...["New incident member", "New incident", "New incident state", "New alert", "Sign out"],
].map((title) => ({ id: title, title, run: () => undefined }));

test.each([
  ["new incident", ["New incident", "New incident member", "New incident state"]],
  ["NEW INC", ["New incident", "New incident member", "New incident state"]],
  ["new incident m", ["New incident member"]],
  ["new", ["New incident", "New alert", "New incident member", "New incident state"]],
  ["ne", []],
])("%j brings what is called so, the nearest first", (text, titles) => {
  expect(startingWith(commands, text).map(({ title }) => title)).toEqual(titles);
});
