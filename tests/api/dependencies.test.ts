import { afterAll, beforeAll, expect, it } from "vitest";
import type { Neighborhood } from "@/lib/contract/dependencies";
import { newId } from "@/lib/store/port/new-id";
import { expectStatus, type TestApi, testApi } from "@/tests/api";

let api: TestApi;
const services = new Map<string, string>();

beforeAll(async () => {
  api = await testApi();
  const other = await api.newProject();
  for (const name of ["Shop", "Orders", "Queue", "Mail", "Disk", "App", "Phone"]) {
    await service(name, api.projectId);
  }
  await service("Foreign", other);
  for (const [from, to] of [
    ...[
      ["App", "Shop"],
      ["Phone", "App"],
      ["Shop", "Orders"],
      ["Orders", "Queue"],
    ],
    ...[
      ["Queue", "Orders"],
      ["Queue", "Mail"],
      ["Mail", "Disk"],
    ],
    // Loose references may name records of other projects.
    ...[
      ["Shop", "Foreign"],
      ["Foreign", "Shop"],
    ],
  ] as const) {
    await api.engine.create("service-dependency", {
      ...{ serviceId: idOf(from), dependencyServiceId: idOf(to) },
    });
  }
  for (const status of ["Operational", "Offline"]) {
    const currentMonitorStatusId = await api.engine.idOf("monitor-status", status);
    const data = { name: status, monitorType: "Manual", currentMonitorStatusId };
    const { _id } = await api.engine.create("monitor", data);
    await api.engine.create("service-monitor", {
      ...{ serviceId: idOf("Orders"), monitorId: String(_id) },
    });
  }
});
afterAll(() => api.close());

async function service(name: string, projectId: string): Promise<void> {
  const { _id } = await api.engine.create("service", { name, projectId }, api.engine.operator);
  services.set(name, String(_id));
}

const idOf = (name: string | undefined) => services.get(name ?? "") ?? "";

const ask = (name: string, key = api.owner, projectId = api.projectId) => {
  const query = new URLSearchParams({ projectId, service: services.get(name) ?? name });
  return api.ask("GET", "/api/dependencies", { key, query: query.toString() });
};

async function around(name: string, key?: string): Promise<Neighborhood> {
  return expectStatus(await ask(name, key), 200).body as unknown as Neighborhood;
}

it("tells what is within two steps, with cycles and the worst status", async () => {
  const told = await around("Shop");
  const steps = told.services.map(({ label, needs, neededBy }) => [label, needs, neededBy]);
  expect(steps).toEqual([
    ["Shop", null, null],
    ["App", null, 1],
    ["Orders", 1, null],
    ["Phone", null, 2],
    ["Queue", 2, null],
  ]);
  const [, , orders, , queue] = told.services;
  expect(orders).toMatchObject({ monitors: 2, status: { label: "Offline", isOperational: false } });
  expect(queue).toMatchObject({ monitors: 0, status: null });
  expect(orders?.cycle).not.toBeNull();
  expect(orders?.cycle).toBe(queue?.cycle);
  expect(told.edges.filter(({ isInCycle }) => isInCycle)).toHaveLength(2);
  expect(told).toMatchObject({ more: 0, affected: { count: 2, beyond: [] }, isComplete: true });
});

it("counts whom a failure reaches in any number of steps", async () => {
  const { affected, services: near } = await around("Mail");
  expect(affected.count).toBe(5);
  expect(affected.beyond).toMatchObject([
    { label: "Shop", steps: 3 },
    { label: "App", steps: 4 },
    { label: "Phone", steps: 5 },
  ]);
  expect(near.map(({ label }) => label)).toEqual(["Mail", "Disk", "Queue", "Orders"]);
});

it("never tells of services of another project", async () => {
  for (const name of services.keys()) {
    if (name === "Foreign") continue;
    const reply = expectStatus(await ask(name), 200);
    expect(JSON.stringify(reply.body)).not.toContain("Foreign");
    expect(JSON.stringify(reply.body)).not.toContain(services.get("Foreign"));
  }
  expectStatus(await ask("Foreign"), 404);
  expectStatus(await ask(newId()), 404);
});

it("needs the permission to read services and their dependencies", async () => {
  const titles = ["Read Service", "Read Service Dependency"];
  const few = await around("Shop", await api.key(titles));
  expect(few.services).toHaveLength(5);
  expect(few.services.every(({ monitors, status }) => monitors === null && status === null)).toBe(
    true,
  );
  for (const title of titles) {
    const fewer = await api.key(titles.filter((one) => one !== title));
    expectStatus(await ask("Shop", fewer), 403);
  }
  const other = await api.newProject();
  expectStatus(await ask("Shop", await api.key(["Project Owner"], other)), 403);
  expectStatus(await ask("shop"), 400);
});

it("draws at most 200 services and counts the rest", async () => {
  await service("Hub", api.projectId);
  for (let place = 0; place < 205; place += 1) {
    await service(`Node ${place}`, api.projectId);
    await api.engine.create("service-dependency", {
      ...{ serviceId: idOf(`Node ${place}`), dependencyServiceId: idOf("Hub") },
    });
  }
  const told = await around("Hub");
  expect(told.services).toHaveLength(200);
  expect(told).toMatchObject({ more: 6, affected: { count: 205, beyond: [] } });
});
