import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Projects } from "@/lib/schema/filter";
import { WaitingFollowers } from "./waiting-followers";

it("calls the selected followers, those that are due, and those that end", async () => {
  const followers = new WaitingFollowers();
  const ending = new AbortController();
  const called: string[] = [];
  let isDue = false;
  const waitFor = async (
    name: string,
    due: () => boolean,
    signal = new AbortController().signal,
  ) => {
    await followers.wait({ projects: [name], isDue: due, signal });
    called.push(name);
  };
  const waits = [
    waitFor("selected", () => false),
    waitFor("due", () => isDue),
    waitFor("ended", () => false, ending.signal),
  ];
  followers.callOf(["selected", "other"]);
  await waits[0];
  expect(called).toEqual(["selected"]);
  isDue = true;
  await waits[1];
  expect(called).toEqual(["selected", "due"]);
  ending.abort();
  await waits[2];
  await waitFor("due at once", () => true);
  await waitFor("ended before", () => false, ending.signal);
  expect(called).toEqual(["selected", "due", "ended", "due at once", "ended before"]);
});

it("calls the followers of any of several projects, and those of all projects", async () => {
  const followers = new WaitingFollowers();
  const ending = new AbortController();
  const called: string[] = [];
  const waitFor = async (projects: Projects) => {
    await followers.wait({ projects, isDue: () => false, signal: ending.signal });
    called.push(String(projects));
  };
  const both = waitFor(["one", "two"]);
  const every = waitFor("all");
  const other = waitFor(["three"]);
  followers.callOf(["one", "two"]);
  await Promise.all([both, every]);
  expect(called.toSorted()).toEqual(["all", "one,two"]);
  const again = waitFor(["two"]);
  followers.callOf([]);
  followers.callOf(["one"]);
  await setImmediate();
  expect(called).toHaveLength(2);
  followers.callOf(["two"]);
  await again;
  ending.abort();
  await other;
  expect(called.slice(2)).toEqual(["two", "three"]);
});
