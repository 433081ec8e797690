import { flushRefusals } from "@/lib/auth/access-log/refusals";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import type { Reply } from "@/tests/api";
import type { Step } from "./steps";
import { newProject, type World } from "./world";

/** The response to one step, without values that differ in every run. */
export interface Line {
  readonly step: Step;
  readonly status: number;
  readonly headers: unknown;
  readonly body: JsonValue;
}

/** Runs a history in a new project of a world and returns the responses. */
export async function transcriptOf(
  world: World,
  projectId: string,
  steps: readonly Step[],
): Promise<Line[]> {
  const { key, reader } = await newProject(world, projectId);
  const ids = new Map<string, string[]>();
  const names = new Map<string, string>();
  const lines: Line[] = [];
  for (const step of steps) {
    world.api.engine.clock.move(step.minutes);
    const [, , of = ""] = step.path.split("/");
    const path = resolved(step.path, ids);
    // Refusals are written by the wall clock, so a history would read them at another step each
    // time.
    await flushRefusals(world.api.engine.store);
    const reply = await world.api.ask(step.method, path, {
      key: step.asReader ? reader : key,
      body: JSON.parse(resolved(JSON.stringify(step.body), ids)),
      headers: step.headers,
    });
    for (const id of idsIn(reply.body)) remember(ids, of, id);
    lines.push(lineOf(step, reply, names));
  }
  return lines;
}

function resolved(text: string, ids: ReadonlyMap<string, readonly string[]>): string {
  return text.replace(/@([a-z-]+)#(\d+)/g, (_, path: string, n: string) => {
    const known = ids.get(path) ?? [];
    return known[Number(n) % Math.max(1, known.length)] ?? "0190a000-0000-7000-8000-0000000000fe";
  });
}

function idsIn({ _id, data }: JsonObject): string[] {
  const rows = Array.isArray(data) ? data.filter(isJsonObject) : [];
  return [_id, ...rows.map((row) => row["_id"])].filter((id) => typeof id === "string");
}

function remember(ids: Map<string, string[]>, path: string, id: string): void {
  const known = ids.get(path) ?? [];
  ids.set(path, known);
  if (!known.includes(id)) known.push(id);
}

/**
 * Replaces ids by the order of their first appearance; removes suffixes of slugs, secrets and times
 * of use.
 */
function lineOf(step: Step, { status, headers, body }: Reply, names: Map<string, string>): Line {
  // A change token is the encrypted position in the log of all projects.
  const { "Server-Timing": _, "X-Change-Token": __, ...rest } = headers;
  const name = (text: string) =>
    text
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
        const known = names.get(id) ?? `id ${names.size + 1}`;
        names.set(id, known);
        return known;
      })
      .replace(/toc_\w*/g, "a key")
      .replace(/\/invite[#/][\w-]+/g, "a link");
  return { step, status, headers: rest, body: named(body, name) };
}

function named(value: JsonValue, name: (text: string) => string, key = ""): JsonValue {
  if (Array.isArray(value)) return value.map((one: JsonValue) => named(one, name));
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([at, one]) => [at, named(one, name, at)]));
  }
  // Written by the wall clock.
  if (key === "lastUsedAt") return "some time";
  if (typeof value !== "string") return value;
  if (key === "slug") return name(value.replace(/-[0-9a-z]{5}$/, ""));
  if (key === "nextCursor") return name(Buffer.from(value, "base64url").toString());
  return name(value);
}
