"use client";

import { ArrowRight } from "lucide-react";
import { CellValue } from "@/components/fields/cells/cells";
import type { Frozen } from "@/lib/client/bulk";
import { useLabel } from "@/lib/client/labels";
import type { JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { Column } from "@/lib/schema/shape";
import { type BulkAction, dataFor, type Plan } from "./actions";
import { nameFrom } from "./names";
import { isNothing } from "./nothing";

const mostShown = 10;

/** The records that are shown for all. */
export function sampleOf(frozen: readonly Frozen[]): readonly Row[] {
  return frozen.slice(0, mostShown).map(({ record }) => record);
}

/** Ten of the records, with what a field holds and will hold, and how many more there are. */
export function Sample(props: {
  readonly resource: Resource;
  readonly action: BulkAction;
  readonly plan: Plan;
}) {
  const { resource, action, plan } = props;
  const { column } = action;
  const more = plan.frozen.length - mostShown;
  return (
    <ul className="grid gap-1 text-13">
      {sampleOf(plan.frozen).map((record) => (
        <li key={String(record._id)} className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <span className="min-w-0 flex-1 basis-40 truncate">
            <Name resource={resource} id={String(record._id)} />
          </span>
          {column && dataFor(action, record) && (
            <Change
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
  return nameFrom(useLabel(resource.path, id), id);
}

function Change(props: {
  readonly column: Column;
  readonly before: JsonValue;
  readonly after: JsonValue;
}) {
  const { column, before, after } = props;
  return (
    <span className="flex min-w-0 max-w-[60%] items-center gap-1.5 text-ink-muted">
      <Value column={column} value={before} />
      <ArrowRight size={12} aria-label="becomes" className="shrink-0" />
      <Value column={column} value={after} />
    </span>
  );
}

function Value({ column, value }: { readonly column: Column; readonly value: JsonValue }) {
  if (isNothing(value)) return <span className="text-ink-muted">empty</span>;
  return (
    <span className="min-w-0 truncate">
      <CellValue column={column} value={value} />
    </span>
  );
}

/** How many of those selected are left as they are, and why. */
export function PassedOver({ plan, selected }: { readonly plan: Plan; readonly selected: number }) {
  const of = selected.toLocaleString("en");
  return (
    <>
      {[...plan.passedOver].map(([reason, count]) => (
        <p key={reason} className="text-13 text-ink">
          {count.toLocaleString("en")} of {of} {count === 1 ? "is" : "are"} {reason}, and{" "}
          {count === 1 ? "stays as it is" : "stay as they are"}.
        </p>
      ))}
      {plan.gone > 0 && (
        <p className="text-13 text-ink">
          {plan.gone.toLocaleString("en")} of {of} {plan.gone === 1 ? "is" : "are"} not there any
          more.
        </p>
      )}
    </>
  );
}
