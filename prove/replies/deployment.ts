import { resources } from "@/lib/resources";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { adminKey } from "@/tests/server/server-process";
import { type Caller, headerOf, sendTo } from "./request";
import { post } from "./shapes";

/** Settings of both servers: everything that adds headers or counts is on. */
export const settings = {
  DEMO: "1",
  SAMPLE_IDS: "fixed",
  RATE_LIMIT: "1000000",
  METRICS: "on",
  METRICS_TOKEN: "a-token-for-both-servers",
  CORS_ORIGINS: "https://pages.example",
  QUERY_TIMEOUT_MS: "60000",
};

/** A filled deployment: its callers, and some records of each resource. */
export interface World {
  readonly callers: readonly Caller[];
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  readonly projectId: string;
}

/** The caller with all rights. */
export const operator: Caller = { name: "operator", headers: { ApiKey: adminKey } };

/** Adds hostile records and callers with different rights to the sample of a new deployment. */
export async function fill(port: number): Promise<World> {
  const projects = await read(port, "project");
  const projectId = String(projects[0]?._id);
  await addHostileRecords(port, projectId);
  const other = await create(port, "project", { name: "Other" });
  const keys = await Promise.all(
    rights(projectId, String(other._id)).map(async ([name, permissions, of]) => {
      const made = await create(port, "api-key", { name, permissions, projectId: of });
      return { name, headers: { ApiKey: String(made.key) } };
    }),
  );
  const users = [
    await ownerOf(port),
    await invited(port, projectId, "member", ["Project Member"]),
    await invited(port, projectId, "reader", ["Read Incident", "Read Label"]),
  ];
  const rows = new Map<string, readonly Row[]>();
  for (const { path } of resources.values()) rows.set(path, await read(port, path));
  return { callers: [operator, ...keys, ...users], rows, projectId };
}

type Rights = readonly [name: string, permissions: readonly string[], projectId: string | null];

function rights(projectId: string, other: string): Rights[] {
  return [
    ["owner", ["Project Owner"], projectId],
    ["reader", ["Read All Project Resources"], projectId],
    ["one resource", ["Read Incident"], projectId],
    ["some resources", ["Read Incident", "Read Incident Severity", "Read Label"], projectId],
    ["stranger", ["Project Owner"], other],
    ["everywhere", ["Read Incident", "Read Monitor"], null],
  ];
}

const hostile: readonly JsonValue[] = [
  ...["\u0001\u001f\u007f\u0080", "\u2028\u2029", '"\\/\b\f\n\r\t', "\ufeffx\uffff"],
  ...["💥𐐀", "e\u0301\u00e9", "</script><!--", "x".repeat(9_000), "ä".repeat(70_000)],
];

async function addHostileRecords(port: number, projectId: string): Promise<void> {
  const [[severity], [state]] = [
    await read(port, "incident-severity"),
    await read(port, "incident-state"),
  ];
  const incidentSeverityId = severity?._id ?? null;
  const currentIncidentStateId = state?._id ?? null;
  for (const [at, text] of hostile.entries()) {
    await create(port, "incident", {
      ...{ projectId, title: `${at} ${String(text).slice(0, 40)}x`, description: text },
      ...{ declaredAt: "2026-01-01T00:00:00.000Z", incidentSeverityId, currentIncidentStateId },
      customFields: {
        text,
        numbers: [0, -0.5, 1e21, 1e-7, 5e-324, 123456789012345],
        "a.b": { c: [] },
      },
    });
  }
}

async function create(port: number, path: string, data: JsonObject): Promise<Row> {
  const { status, body } = await sendTo(port, post(`/api/${path}`, { data }), operator);
  if (status !== 200) throw new Error(`No ${path} could be made: ${body}`);
  return rowIn(body);
}

async function read(port: number, path: string): Promise<readonly Row[]> {
  const shape = { method: "GET", path: `/api/${path}/get-list?limit=20` };
  const { status, body } = await sendTo(port, shape, operator);
  return status === 200 ? (rowIn(body).data as unknown as readonly Row[]) : [];
}

function rowIn(body: Buffer): Row {
  return JSON.parse(body.toString());
}

async function ownerOf(port: number): Promise<Caller> {
  const input = { email: "owner@example.com", password: "a password for tests" };
  return signedIn(port, "signed-in owner", "/api/auth/sign-in/email", input);
}

/** Invites a user, who accepts. */
async function invited(
  port: number,
  projectId: string,
  name: string,
  permissions: readonly string[],
): Promise<Caller> {
  const email = `${name}@example.com`;
  const made = await create(port, "invitation", { email, permissions, projectId });
  const token = String(made.link).split(/[/#]/).at(-1) ?? "";
  const input = { token, name, password: "four unrelated words here" };
  return signedIn(port, `signed-in ${name}`, "/api/invitation/accept", input);
}

async function signedIn(port: number, name: string, path: string, input: JsonObject) {
  const page = { "Sec-Fetch-Site": "same-origin", Origin: `http://127.0.0.1:${port}` };
  const received = await sendTo(port, post(path, input), { name, headers: page });
  const cookie = headerOf(received, "set-cookie")?.split(";")[0];
  if (cookie === undefined) throw new Error(`${name} could not sign in: ${received.body}`);
  return { name, headers: { Cookie: cookie, "Sec-Fetch-Site": "same-origin" } };
}
