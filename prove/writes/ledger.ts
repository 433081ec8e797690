import type { JsonObject } from "@/lib/schema/json";
import { askServer } from "@/tests/server/ask-server";

type Path = "incident" | "label";

/**
 * The writes that a server acknowledged and refused, by the ids that were sent. Writes without a
 * response are in neither.
 */
export class Ledger {
  readonly created = new Map<string, Path>();
  readonly deleted = new Set<string>();
  /** Records whose creation was refused. */
  readonly refused = new Map<string, Path>();
  /** By label: the bounds of its description's value. */
  readonly updated = new Map<string, { least: number; most: number }>();
  /** Total of acknowledged creations, updates and deletions. */
  acknowledged = 0;

  /**
   * Returns the differences between the records of the server at `port` and its responses; empty if
   * there are none.
   */
  async faults(port: number): Promise<string[]> {
    return [
      ...(await this.#missing(port, "incident")),
      ...(await this.#missing(port, "label")),
      ...(await there(port, "incident", idsOf(this.refused, "incident"), "refused")),
      ...(await there(port, "label", idsOf(this.refused, "label"), "refused")),
      ...(await there(port, "label", [...this.deleted], "deleted")),
    ];
  }

  async #missing(port: number, path: Path): Promise<string[]> {
    const ids = idsOf(this.created, path);
    const rows = await found(port, path, ids);
    const gone = ids.filter((id) => !rows.has(id));
    const held = [...rows].flatMap(([id, row]) => this.#otherValue(id, row));
    return [...gone.map((id) => `${path} ${id} was acknowledged and is gone`), ...held];
  }

  #otherValue(id: string, row: JsonObject): string[] {
    const value = Number(row["description"] ?? 0);
    const { least, most } = this.updated.get(id) ?? { least: 0, most: 0 };
    return value < least || value > most
      ? [`label ${id} holds ${value}, not ${least} to ${most}`]
      : [];
  }
}

async function there(port: number, path: Path, ids: readonly string[], said: string) {
  const rows = await found(port, path, ids);
  return [...rows.keys()].map((id) => `${path} ${id} was ${said} and is there`);
}

function idsOf(records: ReadonlyMap<string, Path>, wanted: Path): string[] {
  return [...records].flatMap(([id, path]) => (path === wanted ? [id] : []));
}

async function found(
  port: number,
  path: Path,
  ids: readonly string[],
): Promise<Map<string, JsonObject>> {
  const rows = new Map<string, JsonObject>();
  const select = { _id: true, ...(path === "label" && { description: true }) };
  for (let from = 0; from < ids.length; from += 100) {
    const body = { query: { _id: ids.slice(from, from + 100) }, select, limit: 100 };
    const reply = await askServer(port, "POST", `/api/${path}/get-list`, { body });
    if (reply.status !== 200) throw new Error(`A list answered ${reply.status}: ${reply.text}`);
    for (const row of reply.body["data"] as JsonObject[]) rows.set(String(row["_id"]), row);
  }
  return rows;
}
