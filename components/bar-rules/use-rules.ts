import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notifyResult } from "@/components/errors/notify-failure";
import { useRequest } from "@/components/errors/use-request";
import { notify } from "@/components/ui/toast/toast";
import { isProblem } from "@/lib/client/http/problem";
import { useProject } from "@/lib/client/project/project";
import { keys, snapshotRecords } from "@/lib/client/queries/queries";
import {
  createRecord,
  deleteRecord,
  refreshAll,
  updateRecord,
} from "@/lib/client/saving/mutations";
import { statusPageHistoryChartBarColorRule as ruleKind } from "@/lib/resources/status-pages/status-page-history-chart-bar-color-rule";
import {
  continued,
  type RuleDraft,
  rebased,
  ruleWrites,
  type StoredRule,
  sameRules,
  sameScale,
  storedRule,
} from "./rule-draft";

/** The edited rules: those that the edit began with, and their present state. */
interface Edit {
  readonly base: readonly StoredRule[];
  readonly rules: readonly RuleDraft[];
}

const columns = { uptimePercentGreaterThanOrEqualTo: true, barColor: true, order: true };

/** Query of the bar color rules of a status page with their versions, in their order. */
function rulesQuery(projectId: string, statusPageId: string) {
  return queryOptions({
    queryKey: [...keys.of(ruleKind), "versions", statusPageId] as const,
    queryFn: async ({ signal }) => {
      const found = await snapshotRecords(ruleKind, { projectId, statusPageId }, columns, signal);
      const last = Number.POSITIVE_INFINITY;
      return found
        .map(({ record, etag }) => storedRule(record, etag))
        .sort((one, other) => (one.order ?? last) - (other.order ?? last));
    },
  });
}

/**
 * Returns the bar color rules of a status page as the user edits them. They are saved together: each
 * write names the version that the user saw. After a change by another user nothing more is written,
 * and both changes are shown to be saved again.
 */
export function useRules(statusPageId: string) {
  const { project } = useProject();
  const client = useQueryClient();
  const query = rulesQuery(project._id, statusPageId);
  const { data, error, refetch } = useQuery(query);
  const [edit, setEdit] = useState<Edit>();
  const [isMerged, setMerged] = useState(false);
  const request = useRequest({ failed: "Bar colors not saved" });
  const stored = data ?? [];
  const rules = edit?.rules ?? stored;
  const readNow = () => {
    // A pending read may have begun before the last write. Both are in one step, so that its callers
    // wait for the new read.
    void client.cancelQueries({ queryKey: query.queryKey, exact: true }, { silent: true });
    return client.fetchQuery({ ...query, staleTime: 0 });
  };
  const change = (next: readonly RuleDraft[]) =>
    setEdit({ base: edit?.base ?? stored, rules: next });
  const discard = () => {
    setEdit(undefined);
    setMerged(false);
  };

  const undo = async (before: readonly RuleDraft[], saved: readonly RuleDraft[]) => {
    await notifyResult(async () => {
      const now = await readNow();
      if (!sameScale(now, saved)) throw new Error("The rules were changed again since.");
      await write(now, before);
      return { title: "Change undone" };
    }, "Undo failed");
    await refreshAll(client);
  };

  const write = async (from: readonly StoredRule[], wanted: readonly RuleDraft[]) => {
    const { updates, removals, creations } = ruleWrites(from, wanted);
    for (const update of updates) await updateRecord(ruleKind, update);
    for (const { id, etag } of removals) await deleteRecord(ruleKind, id, etag);
    for (const data of creations) {
      await createRecord(ruleKind, { projectId: project._id, statusPageId, ...data });
    }
  };

  const save = () => {
    if (!edit) return;
    const { base, rules: wanted } = edit;
    void request.send(async () => {
      try {
        await write(base, wanted);
      } catch (failure) {
        // Some rules may be written: the rest is shown over what is stored.
        const theirs = await readNow();
        setEdit((latest) => ({
          base: theirs,
          rules: rebased(base, latest?.rules ?? wanted, theirs),
        }));
        const isStale = isProblem(failure, "precondition_failed", "not_found");
        setMerged(isStale);
        if (!isStale) throw failure;
        return;
      }
      const onPress = () => void undo(base, wanted);
      notify({ title: "Bar colors saved", action: { label: "Undo", onPress } });
      void refreshAll(client);
      const now = await readNow().catch(() => undefined);
      setEdit((latest) => rest(latest, { base, rules: wanted }, now));
      setMerged(false);
    });
  };

  return {
    rules,
    isRead: data !== undefined,
    readError: data ? null : error,
    readAgain: () => void refetch(),
    isDirty: edit !== undefined && !sameRules(edit.base, edit.rules),
    isMerged,
    isPending: request.isPending,
    error: request.error,
    ...{ change, discard, save },
  };
}

/**
 * Returns the edits that the user made while others were saved; undefined without any. If the rules
 * could not be read since, the next save finds their changed versions and shows both.
 */
function rest(
  latest: Edit | undefined,
  { base, rules: saved }: Edit,
  stored: readonly StoredRule[] | undefined,
): Edit | undefined {
  if (!latest || sameRules(latest.rules, saved)) return undefined;
  if (!stored) return latest;
  const rules = sameScale(stored, saved)
    ? continued(saved, latest.rules, stored)
    : rebased(base, latest.rules, stored);
  return { base: stored, rules };
}
