import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { resources } from "@/lib/resources";
import { project } from "@/lib/resources/settings/project";
import { openStore } from "@/lib/store/open-store";
import { newId } from "@/lib/store/port/new-id";

const folder = mkdtempSync(join(tmpdir(), "tocsin-deleted-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("a deleted project stays hidden until the commit that forgets it has succeeded", async () => {
  let isFull = false;
  const store = await openStore({
    url: `file:${join(folder, "hidden.db")}`,
    resources: resources.values(),
    onStatement: (sql) => {
      if (isFull && sql === "commit") throw new Error("The disk is full.");
    },
  });
  const id = newId();
  const now = new Date().toISOString();
  const times = { createdAt: now, updatedAt: now, version: 1 };
  const row = { _id: id, projectId: id, name: "Deleted", slug: "deleted", ...times };
  await store.write((writer) => writer.insert(project, row));
  await store.write((writer) => writer.hideDeletedProject(id, "{}"));
  const seen = async () => (await store.reader.find(project, { projects: "all" })).length;
  let seenMeanwhile = -1;
  const forget = () =>
    Promise.allSettled([
      store.write((writer) => writer.forgetDeletedProject(id)),
      store.write(async (writer) => {
        expect(await writer.deletedProjects()).toEqual([]);
        seenMeanwhile = await seen();
      }),
    ]);
  isFull = true;
  const failed = await forget();
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect([seenMeanwhile, await seen()]).toEqual([0, 0]);
  isFull = false;
  await forget();
  expect([seenMeanwhile, await seen()]).toEqual([0, 1]);

  // A write that hides a project in the same commit is not overruled.
  await Promise.all([
    store.write((writer) => writer.deletedProjects()),
    store.write((writer) => writer.hideDeletedProject(id, "{}")),
  ]);
  expect(await seen()).toBe(0);
  await store.close();
});
