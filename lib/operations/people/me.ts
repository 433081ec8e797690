import { type Caller, everyProject } from "@/lib/auth/grants/caller";
import type { CurrentUser, MyProject } from "@/lib/contract/current-user";
import { AppError, invalid } from "@/lib/errors";
import { ownsDeployment } from "@/lib/operations/rows/person";
import { findRow, notFound } from "@/lib/operations/rows/read-record";
import type { Context } from "@/lib/operations/transaction/context";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import { resources } from "@/lib/resources";
import { project } from "@/lib/resources/settings/project";
import { user } from "@/lib/resources/settings/user";
import { sufficientTitles } from "@/lib/schema/permission-titles";
import { faultAt } from "@/lib/schema/pointer";
import { everyRight } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { timeZoneIn } from "@/lib/schema/values/time-zone";
import type { Store } from "@/lib/store/port/store";

type Me = Omit<CurrentUser, "database" | "server">;

/** Returns the caller, their projects and their rights. */
export async function describeMe(caller: Caller, store: Store): Promise<Me> {
  const { grants, type, id: _id, name } = caller;
  const everywhere = grants.get(everyProject);
  const inProjects = [...grants.keys()].filter((id) => id !== everyProject);
  const rows = await store.reader.find(project, {
    projects: everywhere ? "all" : inProjects,
    columns: ["_id", "name", "slug", "createdAt", "timeZone"],
    sort: [{ column: "name", direction: "asc" }],
  });
  const person = type === "user" ? await findRow(store.reader, user, _id, "all") : undefined;
  const shown = new Map<string, MyProject["rights"]>();
  return {
    ...{ type, _id, name },
    email: person === undefined ? null : String(person.email),
    isDeploymentOwner: ownsDeployment(caller),
    projects: rows.map((row) => myProject(row, caller, shown)),
  };
}

function myProject(
  row: Row,
  { grants }: Caller,
  shown: Map<string, MyProject["rights"]>,
): MyProject {
  const here = grants.get(String(row._id)) ?? [];
  const held = new Set([...(grants.get(everyProject) ?? []), ...here]);
  const key = [...held].join("\n");
  const rights = shown.get(key) ?? rightsOf(held);
  shown.set(key, rights);
  return {
    _id: String(row._id),
    name: String(row.name),
    slug: String(row.slug),
    createdAt: String(row.createdAt),
    timeZone: timeZoneIn(row["timeZone"]),
    permissions: [...held],
    rights,
  };
}

function rightsOf(held: ReadonlySet<string>): MyProject["rights"] {
  const entries = [...resources.values()].map((resource) => [
    resource.path,
    everyRight.filter((right) =>
      sufficientTitles(resource, right).some((title) => held.has(title)),
    ),
  ]);
  return Object.fromEntries(entries);
}

/** Changes the caller's name. Throws 400 for an invalid name, 403 for a key. */
export async function renameMe(context: Context, name: string): Promise<void> {
  const { caller } = context;
  if (caller.type !== "user") {
    throw new AppError("forbidden", "Only a person who is signed in has a name to change.");
  }
  const plain = name.trim();
  if (plain === "" || plain.length > 100) {
    throw invalid([faultAt(["data", "name"], "name", "must have 1 to 100 characters")]);
  }
  await inTransaction(context, async ({ writer, changes }) => {
    const before = await findRow(writer, user, caller.id, "all");
    if (!before) throw notFound(user, caller.id);
    if (before.name === plain) return;
    await changes.update(user, before, { name: plain });
    await writer.auth.renameAccount(caller.id, plain);
  });
}
