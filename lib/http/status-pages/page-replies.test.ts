import { expect, it } from "vitest";
import { testEngine } from "@/tests/engine";
import { pageReplies } from "./page-replies";

it("counts the days of its monitors and each of its documents once for all codings", async () => {
  const engine = await testEngine();
  const made = { publishedAt: "2020-01-01T00:00:00.000Z", isPublicStatusPage: true };
  const page = await engine.create("status-page", { name: "Page", slug: "page", ...made });
  for (let place = 0; place < 3; place += 1) {
    const monitor = await engine.create("monitor", { name: `M${place}`, monitorType: "Manual" });
    await engine.create("status-page-resource", {
      ...{ statusPageId: page._id ?? null, monitorId: monitor._id ?? null },
      ...{ displayName: "Shop", showStatusHistoryChart: true },
    });
  }
  const { reader } = engine.store;
  const replies = await pageReplies({ reader, now: () => new Date(), origin: "" }, "page");
  // Three monitors with ninety days each.
  expect(replies?.size()).toBeGreaterThan(3 * 90 * 90);
  const ask = async (coding: string) => {
    await replies?.answer("", {
      ...{ method: "GET", path: "/status/page", query: "", body: "" },
      headers: { "accept-encoding": coding },
    });
    return replies?.size();
  };
  const once = await ask("identity");
  expect(await ask("gzip")).toBe(once);
  await engine.store.close();
});
