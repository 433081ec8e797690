import { type Caller, everyProject } from "@/lib/auth/grants/caller";
import { deploymentOwners } from "@/lib/auth/grants/deployment-owners";
import { samplePeople } from "@/lib/operations/people/sample-people";
import { ownsDeployment, peopleByEmail } from "@/lib/operations/rows/person";
import { refersTo } from "@/lib/operations/rows/referrers";
import { referrersOf } from "@/lib/resources/referrers";
import { user } from "@/lib/resources/settings/user";
import type { Filter } from "@/lib/schema/filter";
import { ownerRole } from "@/lib/schema/permission-titles";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import type { Reader, Writer } from "@/lib/store/port/store";

/**
 * Returns the user without an account that a new account with this address may claim; undefined if
 * a new user is needed. Only a grantor who owns every project that refers to the user may pass on
 * the user's name and rights. The link is shown to the grantor, so it proves nothing about the
 * address. Users of the sample project are never claimed.
 */
export async function claimablePerson(
  writer: Writer,
  email: string,
  granter: Caller,
): Promise<Row | undefined> {
  const people = await peopleByEmail(writer, email);
  const ids = people.map(({ _id }) => String(_id));
  const accounts = await writer.auth.accountDates(ids);
  const sample = await samplePeople(writer);
  for (const person of people) {
    const id = String(person._id);
    if (accounts.has(id) || sample.includes(id) || person.disabledAt !== null) continue;
    if (await ownsAllOf(writer, granter, id)) return person;
  }
  return undefined;
}

async function ownsAllOf(reader: Reader, granter: Caller, userId: string): Promise<boolean> {
  if (ownsDeployment(granter)) return true;
  if ((await deploymentOwners(reader)).includes(userId)) return false;
  const owned = [...granter.grants]
    .filter(([project, held]) => project !== everyProject && held.has(ownerRole))
    .map(([project]) => project);
  if (owned.length === 0 || !(await isNamed(reader, userId, { op: "in", values: owned }))) {
    return false;
  }
  return !(await isNamed(reader, userId, { op: "notIn", values: owned }));
}

interface Where {
  readonly op: "in" | "notIn";
  readonly values: readonly string[];
}

/**
 * Returns true if a record of such a project refers to the user, as a member or otherwise. Creators
 * of records do not count, because only users with an account create records.
 */
async function isNamed(reader: Reader, userId: string, where: Where): Promise<boolean> {
  for (const { resource, column } of referrersOf(user)) {
    if (column.field.writtenBy === "server" || !shapeOf(resource).byColumn.has("projectId")) {
      continue;
    }
    const filters: Filter[] = [refersTo(column, userId), { ...where, column: "projectId" }];
    const found = await reader.find(resource, {
      projects: "all",
      filter: { op: "and", filters },
      columns: ["_id"],
      limit: 1,
    });
    if (found.length > 0) return true;
  }
  return false;
}
