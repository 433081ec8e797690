import { useQuery } from "@tanstack/react-query";
import { mayRead, useProject } from "@/lib/client/project/project";
import { inProject, listQuery } from "@/lib/client/queries/queries";
import { changeLog } from "@/lib/resources/system/change-log";
import type { Row } from "@/lib/schema/row";

/**
 * Returns the requested change that caused a log entry: rules made the entry in the same
 * transaction.
 */
export type Causes = (entry: Row) => Row | undefined;

const most = 500;

/**
 * Finds, for entries about changes by rules, the requested change that caused them. Returns none if
 * one request made several changes, or while the response is pending.
 */
export function useCauses(entries: readonly Row[]): Causes {
  const context = useProject();
  const byRules = entries.filter(({ channel }) => channel === "rule");
  const of = (name: string) => [...new Set(byRules.map((entry) => String(entry[name])))];
  const { data } = useQuery({
    ...listQuery(changeLog, {
      query: inProject(changeLog, context.project._id, {
        // All changes of a request have the time of the requested change, which is indexed.
        at: { _type: "Includes", value: of("at").slice(0, most) },
        requestId: { _type: "Includes", value: of("requestId").slice(0, most) },
        channel: { _type: "NotEqual", value: "rule" },
      }),
      select: {
        at: true,
        requestId: true,
        channel: true,
        resource: true,
        recordId: true,
        operation: true,
      },
      ...{ limit: most, cursor: "" },
    }),
    enabled: byRules.length > 0 && mayRead(context, changeLog),
  });
  const asked = data && data.count === data.data.length ? data.data : [];
  return ({ channel, at, requestId }) => {
    if (channel !== "rule") return undefined;
    const found = asked.filter((one) => one.at === at && one.requestId === requestId);
    return found.length === 1 ? found[0] : undefined;
  };
}
