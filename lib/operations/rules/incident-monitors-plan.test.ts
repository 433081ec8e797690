import { sql } from "kysely";
import { expect, it } from "vitest";
import { resources } from "@/lib/resources";
import { chosenDatabase } from "@/tests/databases";
import { testEngine } from "@/tests/engine";

// How SQLite finds them; the index is the same everywhere.
it.runIf(chosenDatabase() === "memory")(
  "a resolved incident looks for the few that still hold its monitors, not through all there were",
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
    const asked = statements.find((text) => text.includes('"changeMonitorStatusToId" is not null'));
    const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(
      String(asked).replaceAll("?", "1"),
    )}`.execute(engine.store.authDatabase().db);
    expect(rows[0]?.detail).toMatch(/projectId=\? AND currentIncidentStateId=\?/);
    await engine.store.close();
  },
);
