import { type Fault, invalid } from "@/lib/errors";
import type { RepairPosition } from "@/lib/operations/integrity/repair";
import type { JsonObject } from "@/lib/schema/json";
import { faultAt } from "@/lib/schema/pointer";
import { isUuid } from "@/lib/schema/values/uuid";

/** The project to repair, and the position to continue from. */
export interface RepairRequest {
  readonly projectId: string;
  readonly from: RepairPosition;
}

/** Reads `projectId` and `cursor` of a repair. Throws a 400 that lists every fault. */
export function readRepair({ projectId, cursor = "", ...others }: JsonObject): RepairRequest {
  const faults: Fault[] = Object.keys(others).map((name) =>
    faultAt([name], name, "is not known here: send projectId and cursor"),
  );
  const isId = typeof projectId === "string" && isUuid(projectId);
  if (!isId) faults.push(faultAt(["projectId"], "projectId", "must be the id of a project"));
  const from = typeof cursor === "string" ? positionOf(cursor) : undefined;
  if (!from) {
    const problem = "must be a nextCursor of an earlier answer, or absent for the first request";
    faults.push(faultAt(["cursor"], "cursor", problem));
  }
  if (!isId || !from || faults.length > 0) throw invalid(faults);
  return { projectId: projectId.toLowerCase(), from };
}

/** Returns a position as text: "", "<monitor>" or "<monitor>~<event>". */
export function repairCursor({ after, event }: RepairPosition): string {
  return event === undefined ? after : `${after}~${event}`;
}

function positionOf(cursor: string): RepairPosition | undefined {
  const [after = "", event, ...rest] = cursor.toLowerCase().split("~");
  if (rest.length > 0 || (after !== "" && !isUuid(after))) return undefined;
  if (event === undefined) return { after };
  return isUuid(event) ? { after, event } : undefined;
}
