import type { ReactNode } from "react";
import { titleOf } from "@/components/fields/title";
import { FieldValue } from "@/components/fields/values/values";
import type { JsonValue } from "@/lib/schema/json";
import type { Column } from "@/lib/schema/shape";

/** One fact: what it is called and what it is. */
export function Fact({ column, value }: { readonly column: Column; readonly value: JsonValue }) {
  return (
    <FactRow title={titleOf(column)}>
      <FieldValue column={column} value={value} />
    </FactRow>
  );
}

/** A line of facts. */
export function FactRow({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,8rem)_minmax(0,1fr)] gap-3 border-line border-b py-1.5 text-13">
      <dt className="text-ink-muted">{title}</dt>
      <dd className="wrap-anywhere min-w-0 text-ink-strong">{children}</dd>
    </div>
  );
}
