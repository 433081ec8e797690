import { authReader } from "@/lib/store/auth-tables/auth-access";
import { countEach } from "@/lib/store/counts/counts";
import { lifecycleOf } from "@/lib/store/lifecycles/lifecycle-tables";
import { readMilestones } from "@/lib/store/lifecycles/milestones";
import { readPeriods } from "@/lib/store/periods/read-periods";
import type { Reader } from "@/lib/store/port/store";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { contentPiece } from "@/lib/store/system-tables/content";
import { deletedProjects } from "@/lib/store/system-tables/deleted-projects";
import { Jobs } from "@/lib/store/system-tables/job-table";
import { systemReader } from "@/lib/store/system-tables/system-tables";
import { distinctIds } from "./distinct-ids";
import { find, prepareFind } from "./find";
import { prepareJson } from "./find-json";
import { prepareCount } from "./prepared-count";
import { countRange, rangeRows } from "./range-rows";

/**
 * Returns a reader over a connection. `latest` reads the data of sign-in: an ended session must not
 * be found on a replica.
 */
export function readerOver(
  context: ReadContext,
  now: () => Date,
  latest = context.connection,
): Reader {
  const { statements } = context;
  return {
    ...recordReader(context, now),
    auth: authReader({ connection: latest, statements }),
    jobs: new Jobs(context, now, () => undefined),
  };
}

/** Returns the same without the tables of sign-in and of jobs, which few transactions need. */
export function recordReader(context: ReadContext, now: () => Date): Omit<Reader, "auth" | "jobs"> {
  const { connection, statements } = context;
  const prepared: Reader["prepare"] = (resource, ask, most) =>
    prepareFind(context, statements.table(resource.path), ask, most);
  const preparedCount: Reader["prepareCount"] = (resource, ask) =>
    prepareCount(context, statements.table(resource.path), ask);
  return {
    find: (resource, ask) => find(context, statements.table(resource.path), ask),
    findShortened: async (resource, ask, most) => await prepared(resource, ask, most).rows(),
    count: async (resource, ask) => await preparedCount(resource, ask).count(),
    countEach: (resource, ask) => countEach(context, statements.table(resource.path), ask),
    prepare: prepared,
    ...(statements.dialect.jsonObject && {
      prepareJson: (resource, ask, most, shown) =>
        prepareJson(context, statements.table(resource.path), ask, most, shown),
    }),
    prepareCount: preparedCount,
    distinctIds: (resource, ask) => distinctIds(context, statements.table(resource.path), ask),
    periods: (resource, ask) => readPeriods(context, statements.table(resource.path), ask),
    range: (resource, ask) => rangeRows(context, statements.table(resource.path), ask),
    countRange: (resource, ask) => countRange(context, statements.table(resource.path), ask),
    milestones: (resource, ids) =>
      readMilestones(context, lifecycleOf(statements.tables, resource), ids, true),
    contentPiece: (id, place) => contentPiece(context, id, place),
    search: (search) => statements.textIndex.find(connection, search),
    deletedProjects: () => deletedProjects(context),
    ...systemReader(context, now),
  };
}
