import type { Resource } from "@/lib/schema/resource";
import type { Patch, Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import { newId } from "@/lib/store/new-id";
import type { Writer } from "@/lib/store/store";

/** Stores a complete row that the server itself makes, and its entry in the change log. */
export async function insertLogged(
  writer: Writer,
  resource: Resource,
  row: Row,
  now: Date,
): Promise<void> {
  await writer.insert(resource, row);
  const after = readable(resource, row);
  await writer.appendChange(
    entryOf(resource, row, now, { operation: "create", before: null, after }),
  );
}

/** Changes a record in the server's own name, and writes the entry in the change log. */
export async function updateLogged(
  writer: Writer,
  resource: Resource,
  before: Row,
  patch: Patch,
  now: Date,
): Promise<void> {
  const dated = { ...patch, updatedAt: now.toISOString() };
  await writer.update(resource, String(before["_id"]), dated, { projects: "all" });
  const old = Object.fromEntries(Object.keys(patch).map((name) => [name, before[name] ?? null]));
  const sides = { before: readable(resource, old), after: readable(resource, patch) };
  await writer.appendChange(entryOf(resource, before, now, { operation: "update", ...sides }));
}

interface Change {
  readonly operation: string;
  readonly before: Row | null;
  readonly after: Row;
}

function entryOf(resource: Resource, row: Row, now: Date, change: Change): Row {
  return {
    _id: newId(),
    at: now.toISOString(),
    projectId: row["projectId"] ?? null,
    resource: resource.path,
    recordId: row["_id"] ?? null,
    actorType: "system",
    actorId: null,
    actorName: "Server start",
    channel: "system",
    requestId: null,
    ...change,
  };
}

/** Hidden columns, such as the hash of a key, stay out of the log. */
function readable(resource: Resource, row: Row): Row {
  const { byColumn } = shapeOf(resource);
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => byColumn.get(name)?.field.hidden !== true),
  );
}
