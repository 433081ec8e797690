import { expect, test } from "vitest";
import { type ReversibleStep, takeAll } from "./reversible";

interface Faults {
  /** The step that fails, and the steps whose undos fail or are missing. */
  readonly take?: string;
  readonly undo?: string;
  readonly final?: string;
}

const steps = (done: string[], faults: Faults = {}) =>
  ["a", "b", "c"].map((name): ReversibleStep => {
    const undo = async () => {
      if (name === faults.undo) throw new Error(`${name} is gone`);
      done.push(`not ${name}`);
    };
    const take = async () => {
      if (name === faults.take) throw new Error(`${name} failed`);
      done.push(name);
      return name === faults.final ? undefined : undo;
    };
    return { name, take };
  });

test("the undo of all steps undoes them in reverse", async () => {
  const done: string[] = [];
  const undo = await takeAll(steps(done));
  await undo?.();
  expect(done).toEqual(["a", "b", "c", "not c", "not b", "not a"]);
});

test("a failed step undoes those before it and keeps its error", async () => {
  const done: string[] = [];
  await expect(takeAll(steps(done, { take: "c" }))).rejects.toThrow("c failed");
  expect(done).toEqual(["a", "b", "not b", "not a"]);
});

test("an undo that fails stops no other, and is named with its error", async () => {
  const done: string[] = [];
  const undo = await takeAll(steps(done, { undo: "b" }));
  await expect(undo?.()).rejects.toMatchObject({
    ...{ message: "These changes remain: b.", cause: new Error("b is gone") },
  });
  expect(done).toEqual(["a", "b", "c", "not c", "not a"]);
});

test("after a failed step, the steps that cannot be undone are named", async () => {
  const done: string[] = [];
  const all = takeAll(steps(done, { take: "c", undo: "b", final: "a" }));
  await expect(all).rejects.toMatchObject({
    ...{ message: "These changes remain: b, a.", cause: new Error("c failed") },
  });
});

test("there is no undo if one step cannot be undone", async () => {
  expect(await takeAll(steps([], { final: "b" }))).toBeUndefined();
});
