import type { JsonObject } from "@/lib/schema/json";
import { newId } from "@/lib/store/port/new-id";
import { askServer } from "@/tests/server/ask-server";
import type { Ledger } from "./ledger";

/** The target and the data of one writer. */
export interface Writing {
  readonly port: number;
  readonly ledger: Ledger;
  readonly projectId: string;
  /** Whether the writer stops, checked after each round of writes; absent: never. */
  readonly isOver?: () => boolean;
}

/** Allowed refusals on a faulty disk; any other response is an error of the server. */
const refusals = [503];

/**
 * Creates records of many rows, updates and deletes, one after the other, and records each
 * response, until `isOver` or the end of the server. Throws for a response that is neither a
 * success nor a 503.
 */
export async function writeUntilItEnds(writing: Writing): Promise<void> {
  try {
    const own = newId();
    await create(writing, "label", own, { name: own, color: "#123456" });
    for (let count = 1; !writing.isOver?.(); count += 1) await writeOnce(writing, own, count);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** Returns whether an error means that the other side has closed the connection. */
export function isGone(error: unknown): boolean {
  const { code = "" } = error as NodeJS.ErrnoException;
  return ["ECONNRESET", "ECONNREFUSED", "EPIPE"].includes(code);
}

async function writeOnce(writing: Writing, own: string, count: number): Promise<void> {
  const { ledger, projectId } = writing;
  await create(writing, "incident", newId(), incidentOf(projectId));
  if (ledger.created.has(own)) await update(writing, own, count);
  const brief = newId();
  await create(writing, "label", brief, { name: brief, color: "#123456" });
  if (!ledger.created.has(brief)) return;
  // Until the response, the state of the record is unknown.
  ledger.created.delete(brief);
  if (await isDone(writing.port, "DELETE", `/api/label/${brief}`)) {
    ledger.acknowledged += 1;
    ledger.deleted.add(brief);
  } else {
    ledger.created.set(brief, "label");
  }
}

async function create(
  { port, ledger, projectId }: Writing,
  path: "incident" | "label",
  _id: string,
  data: JsonObject,
): Promise<void> {
  const whole = { _id, projectId, ...data };
  if (await isDone(port, "POST", `/api/${path}`, whole)) {
    ledger.acknowledged += 1;
    ledger.created.set(_id, path);
  } else {
    ledger.refused.set(_id, path);
  }
}

async function update({ port, ledger }: Writing, id: string, count: number): Promise<void> {
  const before = ledger.updated.get(id)?.least ?? 0;
  ledger.updated.set(id, { least: before, most: count });
  const isKept = await isDone(port, "PUT", `/api/label/${id}`, { description: String(count) });
  if (isKept) ledger.acknowledged += 1;
  const now = isKept ? count : before;
  ledger.updated.set(id, { least: now, most: now });
}

/** Returns true for a success, false for an allowed refusal. */
async function isDone(port: number, method: string, path: string, data?: JsonObject) {
  const reply = await askServer(port, method, path, { ...(data && { body: { data } }) });
  if (reply.status === 200) return true;
  if (refusals.includes(reply.status)) return false;
  throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`);
}

/**
 * Returns an incident that writes eight rows: itself, a state event, two monitor events, and the
 * log of each.
 */
function incidentOf(projectId: string): JsonObject {
  return {
    projectId,
    title: "Incident of a writer",
    declaredAt: "2026-01-31T09:00:00.000Z",
    currentIncidentStateId: "0190a000-0000-7000-8000-000000000001",
    incidentSeverityId: "0190a000-0000-7000-8000-000000000002",
    changeMonitorStatusToId: "0190a000-0000-7000-8000-000000000003",
    monitors: [newId(), newId()],
  };
}
