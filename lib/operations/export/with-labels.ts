import type { RecordLabel } from "@/lib/contract/labels";
import { labelsOf } from "@/lib/operations/record/labels";
import type { Context } from "@/lib/operations/transaction/context";
import { resourceAt } from "@/lib/resources";
import type { JsonValue } from "@/lib/schema/json";
import type { Selection } from "@/lib/schema/query/select";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";

/** Returns rows with labels in place of the ids of related records that the caller may read. */
export async function withLabels(
  context: Context,
  { resource, selection }: { readonly resource: Resource; readonly selection: Selection },
  rows: readonly Row[],
  shown: readonly Row[],
): Promise<readonly Row[]> {
  const named = new Map<string, ReadonlyMap<string, RecordLabel>>();
  for (const { name, column, nested } of selection.fields) {
    const to = shapeOf(resource).byColumn.get(column)?.field.to;
    const target = to === undefined || nested ? undefined : resourceAt(to);
    if (!target) continue;
    const ids = rows.flatMap((row) => row[column] ?? []).map(String);
    named.set(name, await labelsOf(context, target, ids));
  }
  return shown.map((row) => relabelled(row, named));
}

function relabelled(row: Row, named: ReadonlyMap<string, ReadonlyMap<string, RecordLabel>>): Row {
  const copy: { [name: string]: JsonValue } = { ...row };
  for (const [name, labels] of named) {
    const label = (id: JsonValue): JsonValue => labels.get(String(id))?.label ?? id;
    const value = row[name] ?? null;
    copy[name] = Array.isArray(value) ? value.map(label) : label(value);
  }
  return copy;
}
