import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { idAt, print, printTimes } from "@/bench/answers/answer-times";
import { reportOf } from "@/lib/operations/report/report";
import { systemContext } from "@/lib/operations/transaction/system-context";
import { incidentSeverity } from "@/lib/resources/incidents/incident-severity";
import { incidentState } from "@/lib/resources/incidents/incident-state";
import { resources } from "@/lib/resources/index";
import { project } from "@/lib/resources/settings/project";
import { user } from "@/lib/resources/settings/user";
import { type Database, openDatabase } from "@/lib/store/open-store";

// Measures the report of 90 days of a project with 300,000 incidents in two years, each with three
// events and one owner:
// node scripts/run-ts.mjs bench/reports/report.ts [postgres://… of an empty database] [incidents]
const [address, amount] = process.argv.slice(2);
const incidents = Number(amount ?? 300_000);
const people = 20;
const dayMs = 86_400_000;
const now = new Date("2026-11-24T12:00:00.000Z");
const beginning = now.getTime() - 730 * dayMs;
const rounds = 20;
const atOnce = 500;

const common = ["_id", "projectId", "createdAt", "updatedAt", "version"];
const columns = {
  incident: [
    ...[...common, "title", "slug", "declaredAt"],
    ...["currentIncidentStateId", "incidentSeverityId"],
  ],
  events: [...common, "incidentId", "incidentStateId", "startsAt", "endsAt"],
  owners: [...common, "incidentId", "userId"],
};

const folder = mkdtempSync(join(tmpdir(), "tocsin-report-"));
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
  const seconds = (performance.now() - startedAt) / 1_000;
  print(`the start that computes durations and counters: ${seconds.toFixed(1)} s`);
  const query = { projectId: idAt(0, 0), from: "2026-08-27", to: undefined, timeZone: "UTC" };
  await printTimes("report", rounds, async () =>
    JSON.stringify(await reportOf(systemContext(store, "Bench", now), query)),
  );
  await store.close();
} finally {
  rmSync(folder, { recursive: true });
}

type Line = readonly (string | number | null)[];

/** Stores the project, then the records without what is derived from them. */
async function fill(database: Database): Promise<void> {
  const at = new Date(beginning).toISOString();
  const dated = { createdAt: at, updatedAt: at, version: 1, projectId: idAt(0, 0) };
  await database.store.write(async (writer) => {
    await writer.insert(project, { ...dated, _id: idAt(0, 0), name: "Bench", slug: "bench" });
    for (const [place, name] of ["Identified", "Acknowledged", "Resolved"].entries())
      await writer.insert(incidentState, {
        ...{ ...dated, _id: idAt(1, place), name, slug: name, color: "#2ab57d", order: place + 1 },
        isCreatedState: place === 0,
        ...{ isAcknowledgedState: place === 1, isResolvedState: place === 2 },
      });
    for (const [place, name] of ["Critical", "Major", "Minor"].entries())
      await writer.insert(incidentSeverity, {
        ...{ ...dated, _id: idAt(2, place), name, slug: name, color: "#2ab57d", order: place + 1 },
      });
    for (let place = 0; place < people; place += 1)
      await writer.insert(user, {
        ...{ ...dated, _id: idAt(3, place), name: `Person ${place}` },
        email: `person${place}@example.com`,
      });
  });
  for (let from = 0; from < incidents; from += atOnce) {
    const made = Array.from({ length: atOnce }, (_, place) => storyOf(from + place));
    await insertAll(
      database,
      "incident",
      columns.incident,
      made.map(({ incident }) => incident),
    );
    const events = made.flatMap((one) => one.events);
    await insertAll(database, "incident_state_timeline", columns.events, events);
    await insertAll(
      database,
      "incident_owner_user",
      columns.owners,
      made.map(({ owner }) => owner),
    );
  }
  const { engine } = database;
  await engine.transaction(async ({ connection }) => {
    await connection.run(
      "delete from tocsin_setting where name = 'lifecycle durations' or name like 'counters of incident%'",
      [],
    );
    if (engine.dialect.name === "postgres") await connection.run("analyze", []);
  });
}

async function insertAll(
  { engine }: Database,
  table: string,
  names: readonly string[],
  lines: readonly Line[],
): Promise<void> {
  const into = sql.join(names.map((name) => sql.ref(name)));
  const values = sql.join(lines.map((line) => sql`(${sql.join(line)})`));
  const statement = sql`insert into ${sql.table(table)} (${into}) values ${values}`;
  const { sql: text, parameters } = statement.compile(engine.dialect.builder);
  await engine.transaction(({ connection }) => connection.run(text, parameters));
}

/** An incident that is acknowledged after minutes and resolved after hours; one of 500 is open. */
function storyOf(place: number) {
  let seed = (place + 1) * 7_919;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  random();
  const declaredMs = beginning + (place / incidents) * 730 * dayMs;
  const at = (ms: number) => new Date(declaredMs + ms).toISOString();
  const [acknowledgedMs, resolvedMs] = [random() * 1_800_000, (0.5 + random()) * 7_200_000];
  const isOpen = place % 500 === 0;
  const dated = [idAt(0, 0), at(0), at(0), 1];
  const incidentId = idAt(4, place);
  const starts = [at(0), at(acknowledgedMs), ...(isOpen ? [] : [at(resolvedMs)])];
  const severity = idAt(2, Math.floor(random() * 3));
  const slug = `incident-${place}`;
  return {
    incident: [
      ...[incidentId, ...dated, `Incident ${place}`, slug, at(0)],
      ...[idAt(1, starts.length - 1), severity],
    ],
    events: starts.map((startsAt, state) => [
      ...[idAt(5 + state, place), ...dated, incidentId, idAt(1, state)],
      ...[startsAt, starts[state + 1] ?? null],
    ]),
    owner: [idAt(9, place), ...dated, incidentId, idAt(3, place % people)],
  };
}
