import { includesProject } from "@/lib/auth/grants/permission";
import type { AccountOrigin } from "@/lib/contract/people";
import { writableProjects } from "@/lib/operations/access/visibility";
import { ownsDeployment } from "@/lib/operations/rows/person";
import { notFound } from "@/lib/operations/rows/read-record";
import type { Context } from "@/lib/operations/transaction/context";
import { apiKey } from "@/lib/resources/settings/api-key";
import { member } from "@/lib/resources/settings/member";
import { project } from "@/lib/resources/settings/project";
import { user } from "@/lib/resources/settings/user";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { Reader, Store } from "@/lib/store/port/store";
import { samplePeople } from "./sample-people";

/**
 * Returns the origins of the accounts of a project's members by user id, pending members included.
 * Throws 403 for callers who do not manage members, 404 for a project where they do not.
 */
export async function accountOrigins(
  context: Context,
  projectId: string,
): Promise<Readonly<Record<string, AccountOrigin>>> {
  const projects = writableProjects(context, member, "update");
  if (!includesProject(projects, projectId)) throw notFound(project, projectId);
  const { store } = context;
  const places = await store.reader.find(member, { projects: [projectId], columns: ["userId"] });
  const ids = [...new Set(places.map(({ userId }) => String(userId)))];
  const people = await rowsOf(store.reader, user, ids, origin);
  const accounts = await store.reader.auth.accountDates(ids);
  const sample = await samplePeople(store.reader);
  const nameOf = await namesOf(store.reader, people);
  const seesAll = ownsDeployment(context.caller);
  const entries = people.map((row): [string, AccountOrigin] => {
    const id = String(row._id);
    const createdAt = accounts.get(id)?.toISOString() ?? null;
    const to = row.invitedToProjectId;
    const isFromElsewhere = typeof to === "string" && to !== projectId;
    return [
      id,
      {
        createdAt,
        firstSignInAt: typeof row.firstSignInAt === "string" ? row.firstSignInAt : null,
        invitedBy: isFromElsewhere && !seesAll ? null : nameOf(row),
        isFromElsewhere,
        isSample: sample.includes(id),
      },
    ];
  });
  return Object.fromEntries(entries);
}

/** Returns the e-mail addresses of enabled accounts of users in the sample project. */
export async function sampleAccounts(store: Store): Promise<readonly string[]> {
  const ids = await samplePeople(store.reader);
  const accounts = await store.reader.auth.accountDates(ids);
  const people = await rowsOf(store.reader, user, [...accounts.keys()], ["email", "disabledAt"]);
  return people.flatMap(({ email, disabledAt }) => (disabledAt === null ? [String(email)] : []));
}

const origin = ["firstSignInAt", "invitedByUserId", "invitedByKeyId", "invitedToProjectId"];

async function rowsOf(
  reader: Reader,
  resource: Resource,
  ids: readonly string[],
  columns: readonly string[],
): Promise<readonly Row[]> {
  if (ids.length === 0) return [];
  const filter = { op: "in", column: "_id", values: ids } as const;
  return reader.find(resource, { projects: "all", filter, columns: ["_id", ...columns] });
}

async function namesOf(
  reader: Reader,
  people: readonly Row[],
): Promise<(row: Row) => string | null> {
  const named = (column: string) =>
    people.flatMap((row) => (typeof row[column] === "string" ? [row[column]] : []));
  const inviters = await rowsOf(reader, user, named("invitedByUserId"), ["name", "email"]);
  const keys = await rowsOf(reader, apiKey, named("invitedByKeyId"), ["name"]);
  const names = new Map([
    ...inviters.map((row): [string, string] => [String(row._id), String(row.name ?? row.email)]),
    ...keys.map((row): [string, string] => [String(row._id), `API key ${String(row.name)}`]),
  ]);
  return (row) => names.get(String(row.invitedByUserId ?? row.invitedByKeyId)) ?? null;
}
