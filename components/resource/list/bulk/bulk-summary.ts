import { notify } from "@/components/ui/toast/toast";
import type { Resource } from "@/lib/schema/resource";
import { countOf } from "./record-counts";
import type { BulkResult } from "./use-bulk-write";

/** Summary of a bulk action. */
export interface BulkSummary {
  readonly done: number;
  readonly refused: number;
  /** The number of records with an unknown outcome, because no response came. */
  readonly unknown: number;
  /** The state of the records done: "changed", "restored". */
  readonly verb: string;
  readonly text: string;
}

/** Summarizes the outcomes of a bulk action. */
export function summarize(
  resource: Resource,
  { action, outcomes, plan, isUndo }: BulkResult,
): BulkSummary {
  const done = outcomes.filter(({ problem }) => problem === undefined).length;
  const unknown = outcomes.filter(({ isUnknown }) => isUnknown).length;
  const refused = outcomes.length - done - unknown;
  const untried = (isUndo ? outcomes.length : plan.records.length) - outcomes.length;
  const verb = isUndo ? "restored" : action.done;
  const parts = [
    `${countOf(resource, done)} ${verb}`,
    refused > 0 && `${refused.toLocaleString("en")} refused`,
    unknown > 0 && `${unknown.toLocaleString("en")} unknown`,
    untried > 0 && `${untried.toLocaleString("en")} not attempted`,
  ];
  return { done, refused, unknown, verb, text: parts.filter((part) => part !== false).join(", ") };
}

/** Returns the ids of the planned records that were not written: refused, unknown or not tried. */
export function idsNotDone({ plan, outcomes }: BulkResult): readonly string[] {
  const done = new Set(outcomes.filter(({ problem }) => problem === undefined).map(({ id }) => id));
  return plan.records.map(({ record }) => String(record._id)).filter((id) => !done.has(id));
}

/** Shows the summary in a toast after the user has left the page. */
export function notifySummary(resource: Resource, result: BulkResult): void {
  const { refused, unknown, text } = summarize(resource, result);
  notify({ title: text, tone: refused + unknown > 0 ? "danger" : "normal" });
}
