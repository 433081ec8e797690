import { expect, it } from "vitest";
import { judgePassword } from "./password-strength";

const own = ["mia.lind@acme.example", "Mia Lindqvist", "Wolkenbruch Nord"];

it.each([
  ["qwertyuiop", "adjacent keys|common"],
  ["aaaaaaaaaaaa", "repeats"],
  ["abcdefghijklm", "sequence"],
  ["12.11.1987", "year or a date"],
  ["password", "common password"],
  ["Lindqvist7", "your name"],
  ["wolkenbruch", "a project"],
  ["Nord-2026", "a project|year or a date"],
])("a reason is given for refusing %j", async (password, reason) => {
  const judged = await judgePassword(password, own);
  expect(judged.problem).toBeDefined();
  expect(judged.reason).toMatch(new RegExp(reason));
});

it("a password that will do has neither problem nor reason", async () => {
  expect(await judgePassword("four unrelated words here", own)).toEqual({ score: 4 });
});

it.each([
  ["seven77", "short"],
  ["x".repeat(129), "long"],
])("the length of %j is judged", async (password, length) => {
  expect(await judgePassword(password, own)).toMatchObject({ length, score: 0 });
});
