import { expect, it } from "vitest";
import { testEngine } from "@/tests/engine";
import { RecentChanges } from "./recent-changes";

it("calls the followers of a project, and lets the others pass its changes", async () => {
  const engine = await testEngine();
  const other = await engine.newProject("Other");
  const recent = new RecentChanges(engine.store);
  const began = await recent.join();
  const ending = new AbortController();
  const called: string[] = [];
  const waits = [engine.projectId, other].map(async (projectId) => {
    const wanted = { projects: [projectId], isDue: () => false, signal: ending.signal };
    await recent.waitAfter(began, wanted);
    called.push(projectId);
  });
  await engine.create("label", { name: "own", color: "#112233" });
  await waits[0];
  expect(called).toEqual([engine.projectId]);
  expect(await recent.after(began, 10, [other])).toEqual({ changes: [], last: recent.last });
  const { changes } = await recent.after(began, 10, [engine.projectId]);
  expect(changes.map(({ resource }) => resource)).toEqual(["label"]);
  ending.abort();
  await Promise.all(waits);
  recent.leave();
  await engine.store.close();
});

it("lets a follower pass more changes of other projects than memory holds", async () => {
  const engine = await testEngine();
  const other = await engine.newProject("Other");
  const recent = new RecentChanges(engine.store);
  const began = await recent.join();
  const changes = 5_100;
  for (let count = 0; count < changes; count += 1) {
    await engine.create("label", { name: `Label ${count}`, color: "#112233" });
  }
  await expect.poll(() => recent.last, { timeout: 10_000 }).toBe(began + changes);
  expect(await recent.after(began, 10, [other])).toEqual({ changes: [], last: recent.last });
  const own = await recent.after(began, 10, [engine.projectId]);
  expect(own.changes.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: 10 }, (_, index) => began + 1 + index),
  );
  recent.leave();
  await engine.store.close();
});
