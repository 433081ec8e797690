import { expect, test } from "vitest";
import { takeAll } from "./reversible";

const steps = (done: string[], failing?: string) =>
  ["a", "b", "c"].map((name) => async () => {
    if (name === failing) throw new Error(`${name} failed`);
    done.push(name);
    return async () => void done.push(`not ${name}`);
  });

test("the undo of all steps undoes them in reverse", async () => {
  const done: string[] = [];
  const undo = await takeAll(steps(done));
  await undo();
  expect(done).toEqual(["a", "b", "c", "not c", "not b", "not a"]);
});

test("a failed step undoes those before it and keeps its error", async () => {
  const done: string[] = [];
  await expect(takeAll(steps(done, "c"))).rejects.toThrow("c failed");
  expect(done).toEqual(["a", "b", "not b", "not a"]);
});
