import { expect, it } from "vitest";
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
  await followers.call(({ projects }) => projects.includes("selected"));
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
