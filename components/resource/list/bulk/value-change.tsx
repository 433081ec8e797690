"use client";

import { ArrowRight, Minus, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { CellValue } from "@/components/fields/registry/cells";
import { FieldValue } from "@/components/fields/registry/values";
import type { JsonValue } from "@/lib/schema/json";
import type { Column } from "@/lib/schema/shape";
import { isEmptyValue } from "./is-empty-value";

interface Props {
  readonly column: Column;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/**
 * Shows the change of one value: for a list the added and removed entries, each in full; otherwise
 * the old and the new value.
 */
export function ValueChange({ column, before, after }: Props) {
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
