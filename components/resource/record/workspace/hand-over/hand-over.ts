import type { NoteKind } from "@/components/resource/record/workspace/notes/note-kinds";
import { isProblem } from "@/lib/client/http/problem";
import { mayUse, type ProjectContext } from "@/lib/client/project/project";
import { findRows, inProject } from "@/lib/client/queries/queries";
import { type CreateOnce, createOnce } from "@/lib/client/saving/create-once";
import { createRecord, deleteRecord, updateRecord } from "@/lib/client/saving/mutations";
import type { JsonObject } from "@/lib/schema/json";
import { writableColumns } from "@/lib/schema/record/writable";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { HandOverPlan, PersonKind, RoleKind } from "./hand-over-plan";
import { type ReversibleStep, takeAll, type Undo } from "./reversible";

interface HandOver {
  readonly context: ProjectContext;
  readonly of: Resource;
  readonly record: Row;
  readonly plan: HandOverPlan;
  /** The user who takes over. */
  readonly person: string;
  /** The role that leads, if the user also takes it over. */
  readonly role: string | undefined;
  readonly note: { readonly kind: NoteKind; readonly text: string } | undefined;
  /** Creates the note. The hand-over that is sent again after an error has the same one. */
  readonly createNote: CreateOnce;
}

/**
 * Hands a record over: the user becomes its owner instead of the present ones, takes over the
 * leading role, and a note says what is open. Resolves to the undo of everything; undefined if the
 * user may not undo all of it. Rejects with the error of the first failure; nothing is changed then,
 * or the error names the changes that remain, and those that may remain because a reply was lost.
 */
export async function handOver(ask: HandOver): Promise<Undo | undefined> {
  const { owner, assigned, lead } = ask.plan;
  return takeAll([
    ...(assigned ? [assign(ask, assigned.name)] : []),
    ...(owner ? await ownerSteps(ask, owner) : []),
    ...(lead && ask.role !== undefined ? await leadSteps(ask, lead, ask.role) : []),
    ...(ask.note ? [noteCreation(ask, ask.note)] : []),
  ]);
}

function assign({ of, record, person }: HandOver, name: string): ReversibleStep {
  const id = String(record._id);
  const take = async () => {
    const etag = await updateRecord(of, { id, data: { [name]: person } });
    const back = { [name]: record[name] ?? null };
    return async () => void (await updateRecord(of, { id, data: back, etag }));
  };
  return { name: "the assigned user", take };
}

async function ownerSteps(ask: HandOver, kind: PersonKind): Promise<readonly ReversibleStep[]> {
  const rows = await present(ask, kind, {});
  const isThere = rows.some((row) => row[kind.person.name] === ask.person);
  const others = rows.filter((row) => row[kind.person.name] !== ask.person);
  const mayRemove = mayUse(ask.context, kind.resource, "delete");
  return [
    ...(isThere ? [] : [creation(ask, kind.resource, joinData(ask, kind), "the new owner")]),
    ...(mayRemove
      ? others.map((row) => removal(kind.resource, row, "the removal of the former owner"))
      : []),
  ];
}

async function leadSteps(
  ask: HandOver,
  kind: RoleKind,
  role: string,
): Promise<readonly ReversibleStep[]> {
  const { resource, person } = kind;
  const more = { [kind.role.name]: role };
  const rows = await present(ask, kind, more);
  if (rows.some((row) => row[person.name] === ask.person)) return [];
  const [held] = rows;
  // A new join keeps the former leader in the timeline. A changed join would replace them there.
  if (!held || mayJoinAnew(ask, resource)) {
    const data = { ...joinData(ask, kind), ...more };
    return [
      creation(ask, resource, data, leadingRole),
      ...rows.map((row) => removal(resource, row, "the removal of the former leader")),
    ];
  }
  const id = String(held._id);
  const take = async () => {
    const etag = await updateRecord(resource, { id, data: { [person.name]: ask.person } });
    const back = { [person.name]: held[person.name] ?? null };
    return async () => void (await updateRecord(resource, { id, data: back, etag }));
  };
  return [{ name: leadingRole, take }];
}

const leadingRole = "the leading role";

function mayJoinAnew({ context }: HandOver, resource: Resource): boolean {
  return mayUse(context, resource, "create") && mayUse(context, resource, "delete");
}

/** Returns the present joins of users to the record, with all that a client can write. */
function present(
  { context, record }: HandOver,
  { resource, parent }: PersonKind,
  more: JsonObject,
): Promise<readonly Row[]> {
  const columns = writableColumns(resource).map(({ name }) => name);
  return findRows(resource, {
    query: inProject(resource, context.project._id, { [parent.name]: String(record._id), ...more }),
    select: Object.fromEntries(["_id", ...columns].map((name) => [name, true])),
    sort: { createdAt: 1 },
    limit: 100,
  });
}

function creation(
  ask: HandOver,
  resource: Resource,
  data: JsonObject,
  name: string,
): ReversibleStep {
  const create = createOnce();
  const take = takeCreation(ask, resource, data, create);
  // The server answers the same request with the record that it has created, or creates it now.
  const revoke = async () => void (await (await take())?.());
  return { name, take, ...(mayUse(ask.context, resource, "delete") && { revoke }) };
}

/** A note with a lost reply is not created again to be removed: the next try gets the same one. */
function noteCreation(ask: HandOver, note: NonNullable<HandOver["note"]>): ReversibleStep {
  const take = takeCreation(ask, note.kind.resource, noteData(ask, note), ask.createNote);
  return { name: "the note", take };
}

function takeCreation(
  { context }: HandOver,
  resource: Resource,
  data: JsonObject,
  create: CreateOnce,
): ReversibleStep["take"] {
  const mayRemove = mayUse(context, resource, "delete");
  return async () => {
    const { record } = await create(resource, data);
    return mayRemove ? () => removeIfThere(resource, String(record._id)) : undefined;
  };
}

/** Another user may have removed the record, which is what an undo wants. */
async function removeIfThere(resource: Resource, id: string): Promise<void> {
  try {
    await deleteRecord(resource, id);
  } catch (error) {
    if (!isProblem(error, "not_found")) throw error;
  }
}

/** The undo creates an equal join. */
function removal(resource: Resource, row: Row, name: string): ReversibleStep {
  const { _id, ...written } = row;
  const id = String(_id);
  const undo = async () => void (await createRecord(resource, written));
  const take = async () => {
    await deleteRecord(resource, id);
    return undo;
  };
  // The removal may still be under way. After another one, the join is certainly gone.
  const revoke = async () => {
    await removeIfThere(resource, id);
    await undo();
  };
  return { name, take, revoke };
}

function joinData({ context, record, person }: HandOver, kind: PersonKind): JsonObject {
  return {
    projectId: context.project._id,
    [kind.parent.name]: String(record._id),
    [kind.person.name]: person,
    ...notNotified(kind.resource),
  };
}

/** Tocsin sends no messages to owners. */
function notNotified({ fields }: Resource): JsonObject {
  return fields["isOwnerNotified"] ? { isOwnerNotified: false } : {};
}

function noteData(
  { context, record }: HandOver,
  { kind, text }: NonNullable<HandOver["note"]>,
): JsonObject {
  return { projectId: context.project._id, [kind.parent]: String(record._id), note: text };
}
