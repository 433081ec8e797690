import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { RecentChanges } from "@/lib/events/recent-changes";
import { testEngine } from "@/tests/engine";
import { PageCache } from "./page-cache";

let engine: Awaited<ReturnType<typeof testEngine>>;
beforeAll(async () => {
  engine = await testEngine();
});
afterAll(() => engine.store.close());

it("makes a page again, and keeps no old one, if its own record changed while it was made", async () => {
  const { projectId } = engine;
  const page = await engine.create("status-page", { name: "Own", slug: "own" });
  const recent = new RecentChanges(engine.store);
  let isPublished = true;
  let makings = 0;
  const cache = new PageCache(recent, async () => {
    makings += 1;
    const kept = { projectId, changesInMs: 60_000, size: () => 0, madeForMs: () => 0, isPublished };
    if (makings > 1) return isPublished ? kept : undefined;
    // The publication ends after the record was read, and the cache learns it before the page is made.
    isPublished = false;
    const before = recent.last;
    await engine.update("status-page", page._id, { name: "Ended" });
    await vi.waitFor(() => expect(recent.last).toBeGreaterThan(before), { timeout: 20_000 });
    await new Promise((resolve) => setTimeout(resolve, 200));
    return kept;
  });
  expect(await cache.get("own")).toBeUndefined();
  expect([makings, cache.size]).toEqual([2, 0]);
});

it("makes a page less often if its documents took long", async () => {
  const { projectId } = engine;
  let makings = 0;
  const cache = new PageCache(new RecentChanges(engine.store), async () => {
    makings += 1;
    // Ten times as long is longer than a page is kept.
    return { projectId, changesInMs: 60_000, size: () => 0, madeForMs: () => 3_500 };
  });
  await cache.get("slow");
  const recent = new RecentChanges(engine.store);
  await recent.join();
  const before = recent.last;
  await engine.create("monitor", { name: "Changed", monitorType: "Manual" });
  await vi.waitFor(() => expect(recent.last).toBeGreaterThan(before), { timeout: 20_000 });
  await new Promise((resolve) => setTimeout(resolve, 800));
  await cache.get("slow");
  expect(makings).toBe(1);
  recent.leave();
});

it("keeps no page after a failover that lost changes", async () => {
  const { projectId, store } = engine;
  await engine.create("label", { name: "Lost", color: "#112233" });
  const cache = new PageCache(new RecentChanges(store), async () => {
    return { projectId, changesInMs: 60_000, size: () => 0, madeForMs: () => 0 };
  });
  await cache.get("kept");
  expect(cache.size).toBe(1);
  const last = "sequence = (select max(sequence) from change_log)";
  await store.rawSql.run(`delete from change_log where ${last}`, []);
  await engine.create("label", { name: "New", color: "#112233" });
  await expect.poll(() => cache.size, { timeout: 8_000 }).toBe(0);
});
