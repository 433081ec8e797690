import { ArrowRight, Minus, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { CellValue } from "@/components/fields/registry/cells";
import { FieldValue } from "@/components/fields/registry/values";
import { useLabel } from "@/lib/client/queries/labels";
import type { RecordSnapshot } from "@/lib/client/queries/queries";
import type { JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { Column } from "@/lib/schema/shape";
import { type BulkAction, dataFor, type Plan } from "./bulk-actions";
import { isEmptyValue } from "./is-empty-value";
import { recordLabelText } from "./record-counts";

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

interface SkippedListProps {
  readonly plan: Plan;
  readonly selected: number;
}

/** Shows how many selected records are skipped, and why. */
export function SkippedList({ plan, selected }: SkippedListProps) {
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

interface Props {
  readonly column: Column;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/**
 * Shows the change of one value: for a list the added and removed entries, each in full; otherwise
 * the old and the new value.
 */
function ValueChange({ column, before, after }: Props) {
  if (Array.isArray(before ?? []) && Array.isArray(after ?? [])) {
    const [held, wanted] = [itemsIn(before), itemsIn(after)];
    const added = wanted.filter((one) => !held.includes(one));
    const removed = held.filter((one) => !wanted.includes(one));
    if (added.length + removed.length > 0) return <ListChange {...{ column, added, removed }} />;
  }
  return (
    <span className="flex min-w-0 max-w-[60%] items-center gap-1.5 text-ink-muted">
      <Value column={column} value={before} />
      <ArrowRight size={12} aria-label="becomes" className="shrink-0" />
      <Value column={column} value={after} />
    </span>
  );
}

function ListChange(props: {
  readonly column: Column;
  readonly added: readonly JsonValue[];
  readonly removed: readonly JsonValue[];
}) {
  const { column, added, removed } = props;
  return (
    <div className="grid min-w-0 basis-full gap-0.5 pl-3 text-ink-muted">
      {added.length > 0 && (
        <Part icon={<Plus size={12} aria-label="adds" />}>
          <FieldValue column={column} value={[...added]} />
        </Part>
      )}
      {removed.length > 0 && (
        <Part icon={<Minus size={12} aria-label="removes" />}>
          <FieldValue column={column} value={[...removed]} />
        </Part>
      )}
    </div>
  );
}

function Part({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-start gap-1.5">
      <span className="flex h-5 shrink-0 items-center">{icon}</span>
      <div className="wrap-anywhere min-w-0">{children}</div>
    </div>
  );
}

function Value({ column, value }: { readonly column: Column; readonly value: JsonValue }) {
  if (isEmptyValue(value)) return <span className="text-ink-muted">empty</span>;
  return (
    <span className="min-w-0 truncate">
      <CellValue column={column} value={value} />
    </span>
  );
}

function itemsIn(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}
