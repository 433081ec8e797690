import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { idAt, print, printTimes } from "@/bench/answers/answer-times";
import { systemContext } from "@/lib/operations/transaction/system-context";
import { describeUptime } from "@/lib/operations/uptime/describe-uptime";
import { resources } from "@/lib/resources/index";
import { monitor } from "@/lib/resources/monitoring/monitor";
import { monitorStatus } from "@/lib/resources/monitoring/monitor-status";
import { monitorStatusTimeline } from "@/lib/resources/monitoring/monitor-status-timeline";
import { project } from "@/lib/resources/settings/project";
import { type Database, openDatabase } from "@/lib/store/open-store";

// Measures the uptime of 1,000 monitors over 90 days with 1,000,000 events in one project:
// node scripts/run-ts.mjs bench/monitors/uptime.ts [postgres://… of an empty database] [events]
const [address, amount] = process.argv.slice(2);
const perMonitor = Number(amount ?? 1_000_000) / 1_000;
const monitors = 1_000;
const days = 90;
const now = new Date("2026-11-24T12:00:00.000Z");
const beginning = now.getTime() - days * 86_400_000;
const rounds = 20;

const folder = mkdtempSync(join(tmpdir(), "tocsin-uptime-"));
const options = {
  url: address || `file:${join(folder, "t.db")}`,
  resources: [...resources.values()],
};
try {
  const first = await openDatabase({ ...options, queryTimeoutMs: 60_000 });
  await fill(first);
  await first.store.close();
  const startedAt = performance.now();
  const { store } = await openDatabase({ ...options, queryTimeoutMs: 1_000 });
  print(
    `the start that packs the events: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`,
  );
  await printTimes("uptime", rounds, async (round) => {
    const query = { projectId: idAt(0, 0), days: String(days), monitors: undefined };
    const zone = round % 2 === 0 ? "Europe/Berlin" : "Asia/Kathmandu";
    const asked = { ...query, timeZone: zone, statusPage: undefined };
    return (await describeUptime(systemContext(store, "Bench", now), asked)).text;
  });
  await store.close();
} finally {
  rmSync(folder, { recursive: true });
}

/** Stores the project with its monitors, then the events without the table that is derived. */
async function fill({ store, engine, tables }: Database): Promise<void> {
  const at = new Date(beginning).toISOString();
  const dated = { createdAt: at, updatedAt: at, version: 1, projectId: idAt(0, 0) };
  await store.write(async (writer) => {
    await writer.insert(project, { ...dated, _id: idAt(0, 0), name: "Bench", slug: "bench" });
    for (const [place, name] of ["Operational", "Degraded", "Offline"].entries())
      await writer.insert(monitorStatus, {
        ...{ ...dated, _id: idAt(1, place), name, color: "#2ab57d", priority: place + 1 },
        ...{ isOperationalState: place === 0, isOfflineState: place === 2 },
      });
    for (let place = 0; place < monitors; place += 1)
      await writer.insert(monitor, {
        ...{ ...dated, _id: idAt(2, place), name: `Monitor ${place}`, slug: `monitor-${place}` },
        ...{ monitorType: "API", currentMonitorStatusId: idAt(1, 0) },
      });
  });
  const table = tables.get(monitorStatusTimeline.path);
  const names = [
    ..."_id projectId monitorId monitorStatusId startsAt endsAt createdAt updatedAt version".split(
      " ",
    ),
  ];
  const into = sql.join(names.map((name) => sql.ref(name)));
  for (let place = 0; place < monitors; place += 1) {
    const lines = eventsOf(place).map((event) => sql`(${sql.join([...event, at, at, 1])})`);
    const { sql: text, parameters } =
      sql`insert into ${sql.table(table?.name ?? "")} (${into}) values ${sql.join(lines)}`.compile(
        engine.dialect.builder,
      );
    await engine.transaction(({ connection }) => connection.run(text, parameters));
  }
  await engine.transaction(({ connection }) =>
    connection.run("delete from tocsin_setting where name = 'packed periods'", []),
  );
  if (engine.dialect.name === "postgres")
    await engine.transaction(({ connection }) => connection.run("analyze", []));
}

/** The events of a monitor: random lengths, each from the end of the one before. */
function eventsOf(place: number): (string | null)[][] {
  let seed = place + 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const step = (days * 86_400_000) / perMonitor;
  const starts = Array.from({ length: perMonitor }, (_, index) =>
    new Date(beginning + Math.floor((index + random()) * step)).toISOString(),
  );
  return starts.map((startsAt, index) => [
    ...[idAt(3 + place, index), idAt(0, 0), idAt(2, place), idAt(1, Math.floor(random() * 3))],
    ...[startsAt, starts[index + 1] ?? null],
  ]);
}
