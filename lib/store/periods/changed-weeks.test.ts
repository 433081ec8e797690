import { expect, it } from "vitest";
import { newRow } from "@/lib/operations/rows/new-row";
import { monitorStatusTimeline } from "@/lib/resources/monitoring/monitor-status-timeline";
import { newId } from "@/lib/store/port/new-id";
import { testEngine } from "@/tests/engine";

it("a write lets other requests run while it packs the weeks of many monitors", async () => {
  const { store, projectId, clock, context, operator } = await testEngine({ database: "memory" });
  let [turnsOfOthers, isOver] = [0, false];
  const others = () => {
    turnsOfOthers += 1;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  await store.write(async (writer) => {
    for (let n = 0; n < 2_000; n += 1) {
      const event = { projectId, monitorId: newId(), startsAt: clock.iso() };
      const row = newRow(context(operator), monitorStatusTimeline, event, clock.iso());
      await writer.insert(monitorStatusTimeline, row);
    }
    turnsOfOthers = 0;
  });
  isOver = true;
  expect(turnsOfOthers).toBeGreaterThan(0);
  await store.close();
});
