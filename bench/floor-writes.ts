import { randomBytes } from "node:crypto";
import type Sqlite from "better-sqlite3";
import type { Row } from "@/lib/schema/row";
import { newId } from "@/lib/store/port/new-id";
import { allNames, cell, countersOf, insertIncident, shownNames } from "./floor-table";
import { slugOf } from "./incidents";

/** Writes of the floor; each is one transaction with its entry in the change log. */
export interface FloorWrites {
  /** Inserts an incident and returns its id. */
  create(data: Row): string;
  /** Changes fields of an incident. Returns false if the project has no such incident. */
  update(id: string, project: string, data: Row): boolean;
}

/** Prepares all statements once. */
export function floorWrites(db: Sqlite.Database): FloorWrites {
  const insert = insertIncident(db);
  const count = db.prepare(
    "insert into counter (name, value) values (?, 1) on conflict (name) do update set value = value + 1",
  );
  const next = db.prepare("update counter set value = value + 1 where name = ? returning value");
  const log = db.prepare(
    `insert into change_log (_id, at, projectId, resource, recordId, operation, actorType, actorId,
       actorName, channel, requestId, "before", "after")
     values (?, ?, ?, 'incident', ?, ?, 'apiKey', 'bench', 'bench', 'api', ?, ?, ?)`,
  );
  const read = db.prepare("select * from incident where _id = ? and projectId = ?");
  const updates = new Map<string, Sqlite.Statement>();

  function create(data: Row): string {
    const row = newIncident(data, Number(next.pluck().get(`number:${String(data["projectId"])}`)));
    insert.run(allNames.map((name) => cell(row[name])));
    for (const counter of countersOf(row)) count.run(counter);
    const after = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
    const { _id: id, createdAt: at } = row;
    log.run(newId(), at, row["projectId"], id, "create", newId(), null, JSON.stringify(after));
    return String(id);
  }

  function update(id: string, project: string, data: Row): boolean {
    const before = read.get(id, project) as Record<string, unknown> | undefined;
    if (!before) return false;
    const names = Object.keys(data).filter((name) => shownNames.includes(name));
    const now = new Date().toISOString();
    statementFor(names).run([...names.map((name) => cell(data[name])), now, id]);
    const side = (row: Readonly<Record<string, unknown>>) =>
      JSON.stringify(Object.fromEntries(names.map((name) => [name, row[name]])));
    log.run(newId(), now, project, id, "update", newId(), side(before), side(data));
    return true;
  }

  function statementFor(names: readonly string[]): Sqlite.Statement {
    const key = names.join();
    const known = updates.get(key);
    if (known) return known;
    const changes = names.map((name) => `"${name}" = ?, `).join("");
    const statement = db.prepare(
      `update incident set ${changes}updatedAt = ?, version = version + 1 where _id = ?`,
    );
    updates.set(key, statement);
    return statement;
  }

  return { create: db.transaction(create).immediate, update: db.transaction(update).immediate };
}

function newIncident(data: Row, number: number): Row {
  const now = new Date().toISOString();
  return {
    ...data,
    _id: newId(),
    createdAt: now,
    updatedAt: now,
    version: 1,
    slug: `${slugOf(String(data["title"]))}-${randomBytes(4).toString("hex")}`,
    incidentNumber: number,
    incidentNumberWithPrefix: `INC-${number}`,
  };
}
