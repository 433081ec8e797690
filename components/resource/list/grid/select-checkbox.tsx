import type { ComponentProps } from "react";
import { recordName } from "@/components/fields/relation/record-name";
import { Checkbox } from "@/components/ui/form/checkbox";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { blankName } from "@/components/words/blank-name";
import { sentenceCase } from "@/components/words/sentence-case";
import { labelKey, useLabels } from "@/lib/client/queries/labels";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { labelColumn } from "@/lib/schema/search-text/searched-columns";
import { type Column, shapeOf } from "@/lib/schema/shape";

type Props = Omit<ComponentProps<typeof Checkbox>, "label" | "labelHidden" | "resource"> & {
  readonly resource: Resource;
  readonly row: Row;
};

/** The check box that selects a record, labeled with the record's name. */
export function SelectCheckbox({ resource, row, ...rest }: Props) {
  return <Checkbox {...rest} label={`Select ${useRowName(resource, row)}`} labelHidden />;
}

/**
 * Returns the name of a record in a list: its label, else the names of its relations. The parent
 * record comes last: most rows share it, and it distinguishes rows of the same user.
 */
function useRowName(resource: Resource, row: Row): string {
  const labels = useLabels();
  const label = labelColumn(resource);
  const own = row[label?.name ?? ""];
  if (label?.relation === undefined && own !== undefined && own !== null)
    return blankName(resource, row) ?? recordName(resource.path, String(own));
  const named = relationsOf(resource, label).flatMap(({ name, field }) => {
    const found = labels.get(labelKey(field.to ?? "", String(row[name])));
    if (!found || found === "missing") return [];
    const title = bidiIsolate(found.label);
    return [found.number ? `${found.number} ${title}` : title];
  });
  return named.length > 0
    ? named.join(", ")
    : `${sentenceCase(resource.name)} ${String(row._id).slice(-4)}`;
}

function relationsOf(resource: Resource, label: Column | undefined): readonly Column[] {
  const rank = (column: Column) => {
    if (column.name === label?.name) return 0;
    return column.field.onTargetDelete === "remove" ? 2 : 1;
  };
  return shapeOf(resource)
    .columns.filter(
      ({ relation, field }) =>
        relation !== undefined &&
        field.to !== "project" &&
        !field.hidden &&
        field.writtenBy !== "server",
    )
    .toSorted((a, b) => rank(a) - rank(b));
}
