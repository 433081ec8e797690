"use client";

import { useLabel } from "@/lib/client/queries/labels";
import type { RecordSnapshot } from "@/lib/client/saving/bulk";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { type BulkAction, dataFor, type Plan } from "./bulk-actions";
import { recordLabelText } from "./record-counts";
import { ValueChange } from "./value-change";

const maxShown = 10;

/** Returns the sample of records shown in the preview. */
export function previewRecords(frozen: readonly RecordSnapshot[]): readonly Row[] {
  return frozen.slice(0, maxShown).map(({ record }) => record);
}

/** Shows ten of the records with the current and the new value, and the number of the rest. */
export function BulkPreview(props: {
  readonly resource: Resource;
  readonly action: BulkAction;
  readonly plan: Plan;
}) {
  const { resource, action, plan } = props;
  const { column } = action;
  const more = plan.records.length - maxShown;
  return (
    <ul className="grid gap-1 text-13">
      {previewRecords(plan.records).map((record) => (
        <li key={String(record._id)} className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <span className="min-w-0 flex-1 basis-40 truncate">
            <Name resource={resource} id={String(record._id)} />
          </span>
          {column && dataFor(action, record) && (
            <ValueChange
              column={column}
              before={record[column.name] ?? null}
              after={dataFor(action, record)?.[column.name] ?? null}
            />
          )}
        </li>
      ))}
      {more > 0 && <li className="text-ink-muted">and {more.toLocaleString("en")} more</li>}
    </ul>
  );
}

function Name({ resource, id }: { readonly resource: Resource; readonly id: string }) {
  return recordLabelText(useLabel(resource.path, id), id);
}

/** Shows how many selected records are skipped, and why. */
export function SkippedList({
  plan,
  selected,
}: {
  readonly plan: Plan;
  readonly selected: number;
}) {
  const of = selected.toLocaleString("en");
  return (
    <>
      {plan.skipped.map(({ reason, count }) => (
        <p key={reason.one} className="text-13 text-ink">
          {count.toLocaleString("en")} of {of} {count === 1 ? reason.one : reason.many}.
        </p>
      ))}
      {plan.missingCount > 0 && (
        <p className="text-13 text-ink">
          {plan.missingCount.toLocaleString("en")} of {of}{" "}
          {plan.missingCount === 1 ? "no longer exists" : "no longer exist"}.
        </p>
      )}
    </>
  );
}
