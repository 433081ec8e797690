import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notifyResult } from "@/components/errors/notify-failure";
import { useRequest } from "@/components/errors/use-request";
import { notify } from "@/components/ui/toast/toast";
import { isProblem } from "@/lib/client/http/problem";
import { refreshAll } from "@/lib/client/saving/mutations";
import { type RuleDraft, rebased, sameRules, sameScale } from "./rule-draft";
import { type Edit, rest } from "./rule-edit";
import { useStoredRules } from "./use-stored-rules";

/**
 * Returns the bar color rules of a status page as the user edits them. They are saved together: each
 * write names the version that the user saw. After a change by another user nothing more is written,
 * and both changes are shown to be saved again.
 */
export function useRules(statusPageId: string) {
  const client = useQueryClient();
  const { stored, readNow, write, ...reading } = useStoredRules(statusPageId);
  const [edit, setEdit] = useState<Edit>();
  const [isMerged, setMerged] = useState(false);
  const request = useRequest({ failed: "Bar colors not saved" });
  const rules = edit?.rules ?? stored;
  const change = (next: readonly RuleDraft[]) => setEdit({ base: stored, ...edit, rules: next });
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
    }, "Change of bar colors not undone");
    await refreshAll(client);
  };

  /** Bases an edit on rules whose read failed after their save. */
  const catchUp = async (begun: Edit) => {
    const now = await readNow();
    setEdit((latest) => rest(latest, begun.base, begun.unread, now));
    return rest(begun, begun.base, begun.unread, now);
  };

  /** Shows the rest of an edit that failed over what is stored, because some rules may be written. */
  const showRest = async ({ base, rules: wanted }: Edit) => {
    const theirs = await readNow();
    setEdit((latest) => {
      return { base: theirs, rules: rebased(base, latest?.rules ?? wanted, theirs) };
    });
  };

  const send = async (begun: Edit) => {
    const { base, rules: wanted } = begun;
    try {
      await write(base, wanted);
    } catch (failure) {
      await showRest(begun);
      const isStale = isProblem(failure, "precondition_failed", "not_found");
      setMerged(isStale);
      if (!isStale) throw failure;
      return;
    }
    const onPress = () => void undo(base, wanted);
    notify({ title: "Bar colors saved", action: { label: "Undo", onPress } });
    void refreshAll(client);
    const now = await readNow().catch(() => undefined);
    setEdit((latest) => rest(latest, base, wanted, now));
    setMerged(false);
  };

  const save = () => {
    if (!edit) return;
    void request.send(async () => {
      const begun = edit.unread ? await catchUp(edit) : edit;
      if (begun) await send(begun);
    });
  };

  return {
    rules,
    ...reading,
    isDirty: edit !== undefined && !sameRules(edit.base, edit.rules),
    isMerged,
    isPending: request.isPending,
    error: request.error,
    ...{ change, discard, save },
  };
}
