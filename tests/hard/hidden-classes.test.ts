import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askServer } from "@/tests/server/ask-server";
import {
  adminKey,
  bundleServer,
  type Served,
  scratchFolder,
  startServer,
} from "@/tests/server/server-process";

// On Node.js 20, each object of a literal that begins with a spread and adds properties has a hidden
// class of its own. Every later access to such an object takes the slow path of V8.
const folder = scratchFolder();
const log = folder.path("classes.log");
const loggingTo = (file: string) => [
  ...["--log-maps", "--no-logfile-per-isolate", `--logfile=${file}`],
];
const times = 200;
let server: Served;

beforeAll(async () => {
  server = await startServer(await bundleServer(), {}, undefined, loggingTo(log));
});

afterAll(async () => {
  await server?.stop();
  folder.remove();
});

// Later versions of Node.js share the classes of such objects.
const isUnshared = process.version.startsWith("v20.");

test.runIf(isUnshared)("the log names a literal that makes a hidden class each time", () => {
  const own = folder.path("control.log");
  const program = `const make = (given) => ({ ...given, more: 1 });
    for (let n = 0; n < ${times}; n += 1) make({ n });`;
  execFileSync(process.execPath, [...loggingTo(own), "--eval", program]);
  expect(madeSince(own, 0)).toHaveLength(1);
});

test.each([
  ...["count", "get", "list", "filtered list", "new filter", "list of a user", "compressed list"],
  ...["create", "update", "get in a dialect", "count in a dialect", "endpoint"],
])("a repeated %s makes no hidden classes", async (operation) => {
  const send = await senderOf(operation);
  for (let n = 0; n < times; n += 1) await send(n);
  const from = statSync(log).size;
  for (let n = 0; n < times; n += 1) await send(times + n);
  expect(madeSince(log, from)).toEqual([]);
});

const incidents = "/api/incident";

/** Returns a function that sends one request of an operation, with another value each time. */
async function senderOf(operation: string): Promise<(n: number) => Promise<void>> {
  const project = await create("/api/project", { name: "Hidden classes" });
  const [severity, state] = await Promise.all([
    create("/api/incident-severity", { name: "Severe", color: "#112233", projectId: project }),
    firstId(`/api/incident-state/get-list?limit=1`, { projectId: project }),
  ]);
  const incident = (title: string) => ({
    ...{ title, projectId: project, declaredAt: "2026-01-31T09:00:00.000Z" },
    ...{ incidentSeverityId: severity, currentIncidentStateId: state },
  });
  const long = { ...incident("first"), description: "A long description. ".repeat(600) };
  const id = await create(incidents, long);
  const dialect = await keyWithDialect(project);
  const [query, select] = [{ projectId: project }, { title: true }];
  const list = `${incidents}/get-list?limit=10`;
  const cookie = await signIn();
  const requests: Record<string, (n: number) => Promise<unknown>> = {
    count: () => ask("POST", `${incidents}/count`, { query }),
    get: () => ask("GET", `${incidents}/${id}/get-item`),
    list: () => ask("GET", list),
    "filtered list": () => ask("POST", `${incidents}/get-list`, { query }),
    "new filter": (n) => ask("POST", list, { query, select, miscDataProps: { n } }),
    "list of a user": () => ask("GET", list, undefined, cookie),
    "compressed list": () => ask("POST", list, { query }, { "Accept-Encoding": "gzip", ...admin }),
    "get in a dialect": () => ask("POST", `${incidents}/${id}/get-item`, { select }, dialect),
    "count in a dialect": () => ask("POST", `${incidents}/count`, { query: {} }, dialect),
    endpoint: () => ask("GET", "/api/me", undefined, cookie),
    create: (n) => create(incidents, incident(`incident ${n}`)),
    update: (n) => ask("PUT", `${incidents}/${id}`, { data: { title: `changed ${n}` } }),
  };
  return async (n) => {
    await requests[operation]?.(n);
  };
}

/** Returns the headers of a page of the console after the sign-in of the owner. */
async function signIn(): Promise<Sent> {
  const body = { email: "owner@example.com", password: "a password for tests" };
  const headers = { Origin: `http://127.0.0.1:${server.port}`, "Sec-Fetch-Site": "same-origin" };
  const path = "/api/auth/sign-in/email";
  const answer = await askServer(server.port, "POST", path, { key: null, body, headers });
  expect(answer.status, answer.text).toBe(200);
  return { ...headers, Cookie: String(answer.headers["set-cookie"]).split(";")[0] ?? "" };
}

type Sent = Readonly<Record<string, string>>;

const admin = { ApiKey: adminKey };

/** Returns the headers of a new key that has the dialect of OneUptime. */
async function keyWithDialect(projectId: string): Promise<Sent> {
  const data = { name: "dialect", dialect: "oneuptime", projectId, permissions: ["Project Owner"] };
  const { key } = await ask("POST", "/api/api-key", { data });
  return { ApiKey: String(key) };
}

/** Returns the id of the first record that a query finds. */
async function firstId(path: string, query: Readonly<Record<string, string>>): Promise<string> {
  const { data } = await ask("POST", path, { query });
  const [record] = data as readonly { readonly _id: string }[];
  return String(record?._id);
}

async function create(path: string, data: Readonly<Record<string, string>>): Promise<string> {
  const { _id } = await ask("POST", path, { data });
  return String(_id);
}

/** Sends a request with the key of the server, or with the headers of another caller. */
async function ask(method: string, path: string, body?: object, headers?: Sent) {
  const credentials = headers ? { key: null, headers } : {};
  const sent = { ...credentials, ...(body && { body: { ...body } }) };
  const answer = await askServer(server.port, method, path, sent);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}

/** Returns the places that made a class for nearly every request. */
function madeSince(file: string, from: number): string[] {
  const lines = readFileSync(file).subarray(from).toString("latin1").split("\n");
  const counts = new Map<string, number>();
  for (const line of lines) {
    const [event, kind, , , , , row, column, reason] = line.split(",");
    if (event !== "map" || kind !== "Transition" || reason !== "prototype") continue;
    const place = `${row}:${column}`;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > times / 2).map(([place]) => place);
}
