import { labelKey, useLabels } from "@/lib/client/queries/labels";
import { lifecycleOf } from "@/lib/client/saving/lifecycle";
import { resolvedGlyph } from "@/lib/schema/record/glyph";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { Column } from "@/lib/schema/shape";

/** How much a record needs work. */
export interface Work {
  /** `over`: resolved. Undefined without a lifecycle, and while its state is unknown. */
  readonly phase: "open" | "over" | undefined;
  /** The color of the severity of an open record. */
  readonly color: string | undefined;
}

/** Returns how much a record of a list needs work, by the labels of its state and severity. */
export function useWork(resource: Resource, row: Row): Work {
  const labels = useLabels();
  const lifecycle = lifecycleOf(resource);
  if (!lifecycle) return none;
  const labelOf = ({ name, field }: Column) => {
    const label = labels.get(labelKey(field.to ?? "", String(row[name])));
    return label === "missing" ? undefined : label;
  };
  const state = labelOf(lifecycle.state);
  if (!state) return none;
  if (state.glyph === resolvedGlyph) return { phase: "over", color: undefined };
  return { phase: "open", color: labelOf(lifecycle.severity)?.color };
}

const none: Work = { phase: undefined, color: undefined };
