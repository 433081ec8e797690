import { expect, test } from "vitest";
import { matching, startingWith } from "./command";

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

test.each([
  ["οδοσ", ["ΟΔΟΣΗΜΑ", "Οδός"]],
  ["ΟΔΟΣ", ["ΟΔΟΣΗΜΑ", "Οδός"]],
  ["οδός", ["ΟΔΟΣΗΜΑ", "Οδός"]],
  ["ZURICH", ["Zürich"]],
])("%s finds names in any case, without accents", (text, names) => {
  const projects = ["ΟΔΟΣΗΜΑ", "Οδός", "Zürich"].map((name) => {
    const title = `Go to project ${name}`;
    return { id: title, title, run: () => undefined };
  });
  const found = matching(projects, `project ${text}`).map(({ title }) => title.split(" ").at(-1));
  expect(found).toEqual(names);
  expect(startingWith(projects, `go to project ${text}`)).toHaveLength(names.length);
});
