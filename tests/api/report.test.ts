import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Report } from "@/lib/contract/report";
import type { Timing } from "@/lib/contract/report-parts";
import type { Counted } from "@/lib/contract/summary";
import { member } from "@/lib/resources/settings/member";
import { user } from "@/lib/resources/settings/user";
import type { JsonObject } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { expectStatus, type TestApi, testApi } from "@/tests/api";

let api: TestApi;
const ids: Record<string, string[]> = {};

/** A generator of whole numbers below a limit (a linear congruential one). */
function randomFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
}
const random = randomFrom(5);
const any = (path: string) => ids[path]?.[random(ids[path].length)] ?? "";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const now = Date.parse("2030-03-20T13:30:00.000Z");
const before = (days: number) => new Date(now - Math.round(days * dayMs)).toISOString();

async function make(path: string, data: JsonObject): Promise<string> {
  return String((await api.engine.create(path, data))._id);
}

beforeAll(async () => {
  api = await testApi();
  const { engine } = api;
  for (const path of ["incident-state", "incident-severity", "alert-state", "alert-severity"])
    ids[path] = (await engine.rows(path)).map(({ _id }) => String(_id));
  ids["monitor-status"] = (await engine.rows("monitor-status")).map(({ _id }) => String(_id));
  ids["monitor"] = await Promise.all(
    ["A", "B", "C"].map((name) => make("monitor", { name, monitorType: "Manual" })),
  );
  ids["user"] = await Promise.all(["ann", "bob"].map((name) => newPerson(name)));
  engine.clock.move((now - engine.clock.now().getTime()) / 60_000);
  for (let one = 0; one < 70; one += 1) await newIncident();
  for (let one = 0; one < 40; one += 1) await newAlert();
  for (let one = 0; one < 12; one += 1) {
    await make("monitor-status-timeline", {
      ...{ monitorId: any("monitor"), monitorStatusId: any("monitor-status") },
      startsAt: before(random(60)),
    });
  }
});
afterAll(() => api.close());

async function newPerson(name: string): Promise<string> {
  const person = await api.insert(user, { email: `${name}@example.com`, name });
  const permissions = ["Project Member"];
  await api.insert(member, {
    projectId: api.projectId,
    userId: String(person._id),
    permissions,
    state: "active",
  });
  return String(person._id);
}

async function newIncident(): Promise<void> {
  const declared = random(60) + random(1000) / 1000;
  const incidentId = await make("incident", {
    ...{ title: "Outage", declaredAt: before(declared) },
    ...{
      currentIncidentStateId: any("incident-state"),
      incidentSeverityId: any("incident-severity"),
    },
  });
  for (let step = random(3); step > 0; step -= 1) {
    const startsAt = before(declared - random(100) / 20 + 0.5);
    await make("incident-state-timeline", {
      incidentId,
      incidentStateId: any("incident-state"),
      startsAt,
    });
  }
  for (let owners = random(3); owners > 0; owners -= 1)
    await make("incident-owner-user", { incidentId, userId: any("user"), isOwnerNotified: false });
}

async function newAlert(): Promise<void> {
  const alertId = await make("alert", {
    ...{ title: "Signal", currentAlertStateId: any("alert-state") },
    ...{
      alertSeverityId: any("alert-severity"),
      ...(random(5) > 0 && { monitorId: any("monitor") }),
    },
  });
  const startsAt = new Date(now + random(600) * 1_000).toISOString();
  if (random(2) === 0)
    await make("alert-state-timeline", { alertId, alertStateId: any("alert-state"), startsAt });
}

async function reportOf(more = "", key = api.owner): Promise<Report> {
  const query = `projectId=${api.projectId}${more}`;
  const reply = await api.ask("GET", "/api/report", { key, query });
  return expectStatus(reply, 200).body as unknown as Report;
}

/** Returns the records of a list, page by page. */
async function listed(path: string, query: JsonObject): Promise<readonly Row[]> {
  const body = { query, limit: 100 };
  const reply = await api.ask("POST", `/api/${path}/get-list`, { key: api.owner, body });
  return expectStatus(reply, 200).body.data as unknown as Row[];
}

/** The durations of an incident, from the events that the API shows. */
async function timesOf(): Promise<ReadonlyMap<string, { ack: number | null; end: number | null }>> {
  const states = new Map((await listed("incident-state", {})).map((row) => [row._id, row]));
  const events = await api.engine.rows("incident-state-timeline");
  const incidents = await api.engine.rows("incident");
  return new Map(
    incidents.map(({ _id, declaredAt }) => {
      const own = events
        .filter(({ incidentId }) => incidentId === _id)
        .sort((a, b) =>
          `${a.startsAt}${a.createdAt}${a._id}` < `${b.startsAt}${b.createdAt}${b._id}` ? -1 : 1,
        );
      const stateOf = (event: Row) => states.get(event.incidentStateId ?? null);
      const seconds = (event: Row | undefined) =>
        event === undefined
          ? null
          : Math.max(0, Date.parse(String(event.startsAt)) - Date.parse(String(declaredAt))) / 1000;
      const taken = own.find(
        (event) =>
          stateOf(event)?.isAcknowledgedState === true || stateOf(event)?.isResolvedState === true,
      );
      let end: Row | undefined;
      for (const event of own) {
        if (stateOf(event)?.isResolvedState !== true) end = undefined;
        else end ??= event;
      }
      return [String(_id), { ack: seconds(taken), end: seconds(end) }];
    }),
  );
}

/** The numbers of durations by their definition. */
function expectedTiming(values: readonly (number | null)[]) {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b);
  const rank = (share: number) => known[Math.ceil(share * known.length) - 1];
  const isFew = known.length < 5;
  return {
    count: known.length,
    median: isFew ? null : rank(0.5),
    p90: isFew ? null : rank(0.9),
    values: isFew ? known : null,
    open: values.length - known.length,
  };
}

function shown({ count, median, p90, values, open }: Timing) {
  return { count, median, p90, values, open: open.count };
}

describe.each(["", "&from=2030-02-10&to=2030-03-05&timeZone=Europe/Berlin"])(
  "the report %s",
  (range) => {
    it("equals the records that the API lists, by week and severity", async () => {
      const { incidents, weeks } = await reportOf(range);
      const times = await timesOf();
      const all = (await api.engine.rows("incident")).filter(
        ({ declaredAt }) =>
          String(declaredAt) >= (weeks[0]?.start ?? "") &&
          String(declaredAt) < (weeks.at(-1)?.end ?? ""),
      );
      expect(incidents?.count).toBe(all.length);
      const inWeek = (row: Row, place: number) =>
        String(row.declaredAt) >= (weeks[place]?.start ?? "") &&
        String(row.declaredAt) < (weeks[place]?.end ?? "");
      for (const severity of incidents?.severities ?? []) {
        const own = all.filter((row) => row.incidentSeverityId === severity._id);
        expect(severity.total.count).toBe(own.length);
        severity.perWeek.forEach(({ count }, place) => {
          expect(count).toBe(own.filter((row) => inWeek(row, place)).length);
        });
      }
      for (const [part, name] of [
        [incidents?.acknowledged, "ack"],
        [incidents?.resolved, "end"],
      ] as const) {
        const values = (rows: readonly Row[]) =>
          expectedTiming(rows.map(({ _id }) => times.get(String(_id))?.[name] ?? null));
        if (!part) throw new Error("The times are missing.");
        expect(shown(part.all)).toEqual(values(all));
        part.perWeek.forEach((week, place) => {
          expect(shown(week)).toEqual(values(all.filter((row) => inWeek(row, place))));
        });
        for (const { severity, timing } of part.bySeverity)
          expect(shown(timing)).toEqual(
            values(all.filter((row) => row.incidentSeverityId === severity)),
          );
      }
    });

    it("counts exactly the records that its queries list", async () => {
      const { incidents, noise, load, attention } = await reportOf(range);
      const marks: [string, Counted][] = [];
      const add = (path: string, ...counted: readonly (Counted | null | undefined)[]) => {
        for (const one of counted) if (one) marks.push([path, one]);
      };
      for (const { total, perWeek } of incidents?.severities ?? [])
        add("incident", total, ...perWeek);
      for (const part of [incidents?.acknowledged, incidents?.resolved]) {
        for (const one of [
          part?.all,
          ...(part?.perWeek ?? []),
          ...(part?.bySeverity ?? []).map(({ timing }) => timing),
        ])
          add("incident", one, one?.open);
      }
      add("incident", incidents, attention.open, attention.unowned, attention.withoutPostmortem);
      for (const { alerts, unacknowledged, short } of noise?.monitors ?? [])
        add("alert", alerts, unacknowledged, short);
      add("alert", noise);
      for (const { owned } of load?.people ?? []) add("incident-owner-user", owned);
      expect(marks.length).toBeGreaterThan(60);
      for (const [path, { count, query }] of marks)
        expect((await listed(path, query)).length, JSON.stringify(query)).toBe(count);
    });

    it("sums the open hours of each person, and those at night", async () => {
      const { load, weeks, timeZone } = await reportOf(range);
      const times = await timesOf();
      const owners = await api.engine.rows("incident-owner-user");
      const incidents = new Map((await api.engine.rows("incident")).map((row) => [row._id, row]));
      const [from, to] = [
        Date.parse(weeks[0]?.start ?? ""),
        Math.min(now, Date.parse(weeks.at(-1)?.end ?? "")),
      ];
      const clock = new Intl.DateTimeFormat("en-GB", {
        timeZone,
        hour: "2-digit",
        hourCycle: "h23",
      });
      for (const person of load?.people ?? []) {
        const spans = owners
          .filter(({ userId }) => userId === person._id)
          .flatMap(({ incidentId = null }) => {
            const declared = Date.parse(String(incidents.get(incidentId)?.declaredAt));
            const end = times.get(String(incidentId))?.end ?? null;
            return declared >= from && declared < to
              ? [[declared, end === null ? to : Math.min(to, declared + end * 1000)] as const]
              : [];
          });
        let [minutes, night] = [0, 0];
        for (let at = from; at < to; at += 60_000) {
          const middle = at + 30_000;
          if (!spans.some(([start, end]) => start <= middle && middle < end)) continue;
          minutes += 1;
          const hour = Number(clock.format(middle));
          if (hour >= 22 || hour < 7) night += 1;
        }
        expect(person.hours).toBeCloseTo(minutes / 60, 0);
        expect(person.nightHours).toBeCloseTo(night / 60, 0);
      }
      expect(load?.people.length).toBe(2);
    });
  },
);

it("without a time zone, days, weeks and nights are those of the project", async () => {
  const { engine } = api;
  const set = (timeZone: string) => {
    const body = { data: { timeZone } };
    return api.ask("PUT", `/api/project/${api.projectId}`, { key: api.owner, body });
  };
  expect(await reportOf()).toMatchObject({ timeZone: "UTC" });
  const refused = expectStatus(await set("Mars/Base"), 400);
  expect(refused.body["errors"]).toMatchObject([{ field: "timeZone" }]);
  expectStatus(await set("Asia/Tokyo"), 200);
  const own = await reportOf();
  expect(own).toEqual(await reportOf("&timeZone=Asia/Tokyo"));
  expect(own).toMatchObject({ timeZone: "Asia/Tokyo", from: "2030-02-19", to: "2030-03-20" });
  expect(own.weeks.at(-1)?.start).toBe("2030-03-17T15:00:00.000Z");
  const uptime = await api.ask("GET", "/api/uptime", {
    ...{ key: api.owner, query: `projectId=${api.projectId}` },
  });
  expect(uptime.body["timeZone"]).toBe("Asia/Tokyo");
  await engine.update("project", api.projectId, { timeZone: "UTC" }, engine.operator);
});

it("the uptime by month equals the uptime by day", async () => {
  const { uptime } = await reportOf("&from=2030-01-10");
  const query = `projectId=${api.projectId}&days=70&timeZone=UTC`;
  const byDay = await api.ask("GET", "/api/uptime", { key: api.owner, query });
  const { monitors, days } = byDay.body as unknown as {
    days: string[];
    monitors: { _id: string; days: { knownSeconds: number[]; downSeconds: number[] } }[];
  };
  expect(uptime?.months).toEqual(["2030-01", "2030-02", "2030-03"]);
  for (const monitor of uptime?.monitors ?? []) {
    const own = monitors.find(({ _id }) => _id === monitor._id);
    monitor.months.forEach(({ knownSeconds, downSeconds }, place) => {
      const sum = (values: readonly number[] = []) =>
        values.reduce(
          (total, value, at) =>
            total + (days[at]?.startsWith(uptime?.months[place] ?? "") ? value : 0),
          0,
        );
      expect(knownSeconds).toBeCloseTo(sum(own?.days.knownSeconds), 3);
      expect(downSeconds).toBeCloseTo(sum(own?.days.downSeconds), 3);
    });
  }
});

describe("the permissions of a report", () => {
  it("leave out each part whose records the caller may not read", async () => {
    const bare = await reportOf("", await api.key(["Read Label"]));
    expect(bare).toMatchObject({ incidents: null, uptime: null, load: null, noise: null });
    expect(bare.attention).toEqual({ open: null, unowned: null, withoutPostmortem: null });
    const some = await reportOf("", await api.key(["Read Incident"]));
    expect(some.incidents).toMatchObject({ severities: [], acknowledged: null, resolved: null });
    expect(some.load).toBeNull();
  });

  it("count nothing of a project that the caller may not read", async () => {
    const key = await api.key(["Project Owner"], await api.newProject());
    const report = await reportOf("", key);
    expect(report).toMatchObject({ incidents: null, uptime: null, load: null, noise: null });
  });
});

it("a wrong period is refused with the field and the fix", async () => {
  for (const wrong of [
    "&from=2030-13-01",
    "&from=2030-03-19&to=2030-03-01",
    "&from=2020-01-01",
    "&to=2001-01-01",
    "&timeZone=Mars",
  ]) {
    const query = `projectId=${api.projectId}${wrong}`;
    expectStatus(await api.ask("GET", "/api/report", { key: api.owner, query }), 400);
  }
});

it("an empty project has numbers of nothing", async () => {
  const projectId = await api.newProject();
  const key = await api.key(["Project Owner"], projectId);
  const reply = await api.ask("GET", "/api/report", { key, query: `projectId=${projectId}` });
  const report = expectStatus(reply, 200).body as unknown as Report;
  expect(report.incidents).toMatchObject({
    count: 0,
    resolved: { all: { count: 0, mean: null, values: [] } },
  });
  expect(report.load).toEqual({ people: [], isComplete: true });
  expect(report.uptime?.monitors).toEqual([]);
});
