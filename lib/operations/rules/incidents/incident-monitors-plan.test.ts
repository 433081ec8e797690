import { sql } from "kysely";
import { expect, it } from "vitest";
import { resources } from "@/lib/resources";
import type { Patch } from "@/lib/schema/row";
import { kyselyOver } from "@/lib/store/testing/kysely";
import { chosenDatabase } from "@/tests/databases";
import { testEngine } from "@/tests/engine";

// The query plan is SQLite's; the index is the same in every engine.
it.runIf(chosenDatabase() === "memory")(
  "resolving an incident reads its open incidents by index, not all incidents",
  async () => {
    const statements: string[] = [];
    const engine = await testEngine({ onStatement: (text) => statements.push(text) });
    const [severity] = await engine.rows("incident-severity");
    const states = await engine.rows("incident-state");
    const stateWhere = (column: string) => states.find((state) => state[column] === true)?._id;
    const statuses = await engine.rows("monitor-status");
    const monitor = await engine.create("monitor", { name: "M", monitorType: "Manual" });
    const data = {
      title: "Down",
      declaredAt: engine.clock.iso(),
      monitors: [String(monitor._id)],
      currentIncidentStateId: String(stateWhere("isCreatedState")),
      incidentSeverityId: String(severity?._id),
      changeMonitorStatusToId: String(statuses.find((one) => one.isOfflineState === true)?._id),
    };
    const [first] = [await engine.create("incident", data), await engine.create("incident", data)];
    const row = await engine.get("incident", first._id);
    const resolved = { currentIncidentStateId: String(stateWhere("isResolvedState")) };
    const incident = resources.get("incident");
    if (!incident) throw new Error("There are no incidents.");
    await engine.store.write(async (writer) => {
      for (let n = 0; n < 501; n += 1) {
        const id = `01234567-0000-7000-8000-${String(n).padStart(12, "0")}`;
        const over = { ...row, ...resolved, _id: id, slug: id, incidentNumber: n + 100 };
        await writer.insert(incident, over);
      }
    });
    statements.length = 0;
    await engine.update("incident", first._id, resolved);
    const asked = statements.find((text) => text.includes('"changeMonitorStatusToId" in'));
    const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(
      String(asked).replaceAll("?", "1"),
    )}`.execute(kyselyOver(engine.store));
    expect(rows[0]?.detail).toMatch(/projectId=\? AND currentIncidentStateId=\?/);
    await engine.store.close();
  },
);

it("resolving one of thousands of incidents leaves each monitor the worst status and reads few of them", async () => {
  const statements: string[] = [];
  const engine = await testEngine({ onStatement: (text) => statements.push(text) });
  const [severity] = await engine.rows("incident-severity");
  const states = await engine.rows("incident-state");
  const stateWhere = (column: string) =>
    String(states.find((state) => state[column] === true)?._id);
  const [degraded, offline] = await Promise.all(
    ["Degraded", "Offline"].map((name) => engine.idOf("monitor-status", name)),
  );
  const monitors: string[] = [];
  for (const name of ["A", "B", "C"]) {
    const made = await engine.create("monitor", { name, monitorType: "Manual" });
    monitors.push(String(made._id));
  }
  const [a = "", b = "", c = ""] = monitors;
  const data = {
    title: "Down",
    declaredAt: engine.clock.iso(),
    monitors,
    currentIncidentStateId: stateWhere("isCreatedState"),
    incidentSeverityId: String(severity?._id),
    changeMonitorStatusToId: offline ?? null,
  };
  const first = await engine.create("incident", data);
  const row = await engine.get("incident", first._id);
  const incident = resources.get("incident");
  if (!incident) throw new Error("There are no incidents.");
  let made = 0;
  const insert = async (amount: number, over: Patch) =>
    await engine.store.write(async (writer) => {
      for (let n = 0; n < amount; n += 1) {
        made += 1;
        const _id = `01234567-0000-7000-8000-${String(made).padStart(12, "0")}`;
        const createdAt = new Date(Date.UTC(2029, 0, 1) + made * 1_000).toISOString();
        const own = { _id, slug: _id, incidentNumber: made + 100, createdAt };
        await writer.insert(incident, { ...row, ...own, ...over });
      }
    });
  // The oldest requests the worst status for A and B; all later ones request a milder one.
  await insert(1, { monitors: [a, b] });
  const mild = { changeMonitorStatusToId: degraded ?? null };
  await insert(1, { ...mild, monitors: [b, c] });
  await insert(1_200, { ...mild, monitors: [a] });
  await insert(1_200, {
    ...mild,
    monitors: [a, b],
    currentIncidentStateId: stateWhere("isAcknowledgedState"),
  });
  statements.length = 0;
  await engine.update("incident", first._id, {
    currentIncidentStateId: stateWhere("isResolvedState"),
  });
  const shown = await Promise.all(monitors.map((id) => engine.get("monitor", id)));
  expect(shown.map((one) => one.currentMonitorStatusId)).toEqual([offline, offline, degraded]);
  const pages = statements.filter((text) => text.endsWith("limit 200"));
  expect(pages.length).toBeLessThan(8);
  await engine.store.close();
});
