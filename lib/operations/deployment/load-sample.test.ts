import { afterEach, beforeEach, expect, it } from "vitest";
import { resources } from "@/lib/resources";
import { sampleProject } from "@/lib/resources/sample/sample-project";
import { openStore } from "@/lib/store/open-store";
import type { Store } from "@/lib/store/port/store";
import { loadSample } from "./load-sample";

const now = new Date("2030-01-01T00:00:00.000Z");

let store: Store;
beforeEach(async () => {
  store = await openStore({ url: "memory:", resources: resources.values() });
});
afterEach(() => store.close());

const all = async (path: string) => {
  const resource = resources.get(path);
  return resource ? await store.reader.find(resource, { projects: "all" }) : [];
};

it("creates every record of the sample project as given, at its time", async () => {
  const entries = sampleProject(now);
  await loadSample(store, entries, now);
  const found = new Map<unknown, unknown>();
  for (const path of resources.keys()) {
    if (path !== "change-log") for (const row of await all(path)) found.set(row._id, row);
  }
  const absent = entries.filter(({ data }) => !found.has(data._id));
  expect(absent).toEqual([]);
  for (const { at, data, path } of entries) {
    expect(found.get(data._id), path).toMatchObject({ createdAt: at });
  }
  const log = await all("change-log");
  expect(new Set(log.map((entry) => entry.actorName))).toEqual(new Set(["Sample data"]));
  expect(new Set(log.map((entry) => entry.channel))).toEqual(new Set(["system", "rule"]));
});

it("creates timelines whose last event matches the record", async () => {
  await loadSample(store, sampleProject(now), now);
  for (const [path, owner, current, value] of [
    ["incident-state-timeline", "incident", "currentIncidentStateId", "incidentStateId"],
    ["alert-state-timeline", "alert", "currentAlertStateId", "alertStateId"],
    [
      ...(["incident-episode-state-timeline", "incident-episode"] as const),
      ...(["currentIncidentStateId", "incidentStateId"] as const),
    ],
    [
      ...(["alert-episode-state-timeline", "alert-episode"] as const),
      ...(["currentAlertStateId", "alertStateId"] as const),
    ],
    ["monitor-status-timeline", "monitor", "currentMonitorStatusId", "monitorStatusId"],
  ] as const) {
    const open = (await all(path)).filter((event) => event.endsAt === null);
    const shown = new Map((await all(owner)).map((row) => [row._id, row[current]]));
    const last = new Map(open.map((event) => [event[`${camelCase(owner)}Id`], event[value]]));
    expect(last, path).toEqual(shown);
    expect(open, path).toHaveLength(shown.size);
  }
});

it("creates entries without a time at the given time, and none if one is refused", async () => {
  const good = { path: "project", data: { name: "Acme" } };
  await loadSample(store, [good], now);
  const [made] = await all("project");
  expect(made).toMatchObject({ name: "Acme", createdAt: now.toISOString() });
  expect(await all("incident-state")).toEqual([]);
  const bad = { path: "label", data: { name: "No color" } };
  await expect(loadSample(store, [good, bad], now)).rejects.toThrow("projectId");
  expect(await all("project")).toHaveLength(1);
});

const camelCase = (path: string) =>
  path.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
