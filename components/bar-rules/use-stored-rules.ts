import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useProject } from "@/lib/client/project/project";
import { keys, snapshotRecords } from "@/lib/client/queries/queries";
import { createRecord, deleteRecord, updateRecord } from "@/lib/client/saving/mutations";
import { statusPageHistoryChartBarColorRule as ruleKind } from "@/lib/resources/status-pages/status-page-history-chart-bar-color-rule";
import { type RuleDraft, ruleWrites, type StoredRule, storedRule } from "./rule-draft";

const columns = { uptimePercentGreaterThanOrEqualTo: true, barColor: true, order: true };

/** Query of the bar color rules of a status page with their versions, in their order. */
function rulesQuery(projectId: string, statusPageId: string) {
  return queryOptions({
    queryKey: [...keys.of(ruleKind), "versions", statusPageId] as const,
    queryFn: async ({ signal }) => {
      const found = await snapshotRecords(ruleKind, { projectId, statusPageId }, columns, {
        signal,
      });
      const last = Number.POSITIVE_INFINITY;
      return found
        .map(({ record, etag }) => storedRule(record, etag))
        .sort((one, other) => (one.order ?? last) - (other.order ?? last));
    },
  });
}

/** Returns the stored rules of a status page, and the functions that read them now and write them. */
export function useStoredRules(statusPageId: string) {
  const { project } = useProject();
  const client = useQueryClient();
  const query = rulesQuery(project._id, statusPageId);
  const { data, error, refetch } = useQuery(query);
  return {
    stored: data ?? none,
    isRead: data !== undefined,
    readError: data ? null : error,
    readAgain: () => void refetch(),
    /** Rejects with an `ApiProblem`. */
    readNow: () => {
      // A pending read may have begun before the last write. Both calls are in one turn, so that the
      // callers of the cancelled read wait for the new one.
      void client.cancelQueries({ queryKey: query.queryKey, exact: true }, { silent: true });
      return client.fetchQuery({ ...query, staleTime: 0 });
    },
    /** Writes one rule after the other. Rejects with an `ApiProblem`, 412 if a version is stale. */
    write: async (from: readonly StoredRule[], wanted: readonly RuleDraft[]) => {
      const { updates, removals, creations } = ruleWrites(from, wanted);
      for (const update of updates) await updateRecord(ruleKind, update);
      for (const { id, etag } of removals) await deleteRecord(ruleKind, id, etag);
      for (const data of creations) {
        await createRecord(ruleKind, { projectId: project._id, statusPageId, ...data });
      }
    },
  };
}

const none: readonly StoredRule[] = [];
