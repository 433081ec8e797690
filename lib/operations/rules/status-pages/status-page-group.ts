import { invalid } from "@/lib/errors";
import type { Rules } from "@/lib/operations/transaction/transaction";
import { statusPageGroup } from "@/lib/resources/status-pages/status-page-group";
import { statusPageResource } from "@/lib/resources/status-pages/status-page-resource";
import { faultAt } from "@/lib/schema/pointer";
import type { Row } from "@/lib/schema/row";
import type { Reader } from "@/lib/store/port/store";

/** A group stays on its status page while resources of the page stand in it. */
export const statusPageGroupRules: Rules = {
  async beforeUpdate({ writer }, before, { statusPageId }) {
    if (statusPageId === undefined) return;
    const { _id, projectId } = before;
    const [left] = await writer.find(statusPageResource, {
      projects: [String(projectId)],
      filter: {
        op: "and",
        filters: [
          { op: "eq", column: "statusPageGroupId", value: String(_id) },
          { op: "ne", column: "statusPageId", value: String(statusPageId) },
        ],
      },
      columns: ["_id"],
      limit: 1,
    });
    if (left === undefined) return;
    const problem =
      "must stay while status page resources of another page are in this group: take them out of it first";
    throw invalid([faultAt(["data", "statusPageId"], "statusPageId", problem)]);
  },
};

/** A resource of a status page stands in a group of the same page, or in none. */
export const statusPageResourceRules: Rules = {
  beforeCreate: ({ writer }, draft) => assertGroupOfPage(writer, draft),
  async beforeUpdate({ writer }, before, patch) {
    // Records of earlier versions may name another page's group. Their other fields can be changed.
    if (patch.statusPageId === undefined && patch.statusPageGroupId === undefined) return;
    await assertGroupOfPage(writer, { ...before, ...patch });
  },
};

async function assertGroupOfPage(reader: Reader, row: Row): Promise<void> {
  const { projectId, statusPageId, statusPageGroupId = null } = row;
  if (statusPageGroupId === null) return;
  const [group] = await reader.find(statusPageGroup, {
    projects: [String(projectId)],
    filter: { op: "eq", column: "_id", value: String(statusPageGroupId) },
    columns: ["statusPageId"],
  });
  if (group === undefined || group.statusPageId === statusPageId) return;
  const field = "statusPageGroupId";
  const problem =
    "must be a group of the same status page: send the id of one of its groups, or null for none";
  throw invalid([faultAt(["data", field], field, problem)]);
}
