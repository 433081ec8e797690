import { afterAll, beforeAll, expect, it } from "vitest";
import { resourceAt } from "@/lib/resources";
import { exampleData } from "@/lib/resources/examples/examples";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import { newId } from "@/lib/store/port/new-id";
import calls from "@/tests/fixtures/oneuptime-calls.json";
import { type TestApi, testApi, textOf } from "../api";

/** A request of a client of OneUptime, and the parts of the reply that it needs. */
interface Call {
  readonly client: string;
  readonly call: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
  readonly status: number;
  /** `*` stands for any value but undefined. Of lists, the first elements are compared. */
  readonly reply: JsonObject;
  /** The `_id` of the reply is kept under this name. */
  readonly keep?: string;
}

let api: TestApi;
let key: string;
/** Values for the names in braces. */
const known: Record<string, string> = { unknown: newId() };

beforeAll(async () => {
  api = await testApi();
  const { engine, projectId } = api;
  const data = { name: "Clients", permissions: ["Project Owner"], projectId, dialect: "oneuptime" };
  key = String((await engine.create("api-key", data, engine.operator))["key"]);
  const idOf = (path: string, name: string) => engine.idOf(path, name);
  const severityOf = async (path: string) => String((await engine.rows(path))[0]?._id);
  const made = async (path: string, own: JsonObject = {}) => {
    const resource = resourceAt(path);
    if (!resource) throw new Error(`There is no ${path}.`);
    const data = { ...exampleData(resource), ...own, projectId };
    return String((await engine.create(path, data, engine.operator))["_id"]);
  };
  const state = await idOf("incident-state", "Identified");
  const severity = await severityOf("incident-severity");
  const alertState = await idOf("alert-state", "Identified");
  const alertSeverity = await severityOf("alert-severity");
  const status = await idOf("monitor-status", "Operational");
  const monitor = await made("monitor");
  const incidents = { currentIncidentStateId: state, incidentSeverityId: severity };
  const alerts = { currentAlertStateId: alertState, alertSeverityId: alertSeverity };
  const onMonitor = { monitors: [monitor], changeMonitorStatusToId: status };
  const declaredAt = "2029-12-31T00:00:00.000Z";
  Object.assign(known, {
    ...{ project: projectId, state, severity, alertState, alertSeverity, status, monitor },
    ...{ user: newId(), team: newId(), page: newId(), policy: newId() },
    ...{ service: newId(), otherService: newId() },
    acknowledged: await idOf("incident-state", "Acknowledged"),
    alertAcknowledged: await idOf("alert-state", "Acknowledged"),
    incident: await made("incident", { ...incidents, ...onMonitor }),
    alert: await made("alert", { ...alerts, monitorId: monitor }),
    incidentEpisode: await made("incident-episode", { ...incidents, declaredAt }),
    alertEpisode: await made("alert-episode", alerts),
  });
  await made("label");
});
afterAll(() => api.close());

function filledIn<T>(value: T): T {
  const text = JSON.stringify(value ?? null);
  return JSON.parse(text.replace(/\{(\w+)\}/g, (whole, name: string) => known[name] ?? whole));
}

it.each((calls as Call[]).map((one) => [`${one.client}: ${one.call}`, one] as const))(
  "%s",
  async (_, one) => {
    const { method, path, headers, body, status, reply, keep } = filledIn(one);
    const [plain = "", query = ""] = path.split("?");
    const ask = { key, query, ...(headers && { headers }), ...(body && { body }) };
    const answer = await api.send(method, `/api/${plain}`, ask);
    const text = answer.stream ? await textOf(answer.stream) : answer.body;
    const got = JSON.parse(text || "{}");
    expect([answer.status, answer.status === status ? "" : text]).toEqual([status, ""]);
    expect(needed(got, reply)).toEqual(reply);
    if (keep !== undefined) known[keep] = String(got["_id"]);
  },
);

/** Returns the parts of a value that a client needs, with `*` where any value will do. */
function needed(value: JsonValue | undefined, wanted: JsonValue): JsonValue | undefined {
  if (wanted === "*") return value === undefined ? undefined : "*";
  if (Array.isArray(wanted)) {
    return wanted.map(
      (one, at) => needed(Array.isArray(value) ? value[at] : undefined, one) ?? null,
    );
  }
  if (!isJsonObject(wanted) || !isJsonObject(value)) return value;
  const parts = Object.entries(wanted).map(([name, one]) => [name, needed(value[name], one)]);
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined));
}
