import type { Control } from "react-hook-form";
import { type FormValues, formColumns, isEmpty } from "@/components/fields/form-values";
import { startBeforeEnd } from "@/components/fields/start-before-end";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";
import { FormField } from "./form-field";
import type { Inputs } from "./form-resolver";

interface Props {
  readonly resource: Resource;
  readonly control: Control<Inputs>;
  readonly project: string;
  /** The id of the record that is edited; undefined for a new one. */
  readonly record: string | undefined;
  /** The initial values of the form. A group without values starts collapsed. */
  readonly initial: FormValues;
}

/**
 * Renders all fields in one column, in the groups of the definition. Ungrouped fields come first,
 * required before optional, and fields with automatic values come last.
 */
export function FieldGroups({ resource, initial, ...rest }: Props) {
  return groupsOf(resource).map(([section, columns]) => {
    const fields = columns.map((column) => (
      <FormField key={column.name} {...{ resource, column }} {...rest} />
    ));
    if (section === "") {
      return (
        <div key={section} className="grid grid-cols-1 gap-5">
          {fields}
        </div>
      );
    }
    return (
      <details
        key={section}
        open={columns.some((column) => isNeeded(column) || !isEmpty(initial[column.name]))}
        className="group border-line border-t pt-3"
      >
        <summary className="cursor-pointer py-1 pointer-coarse:py-3 font-semibold text-14 text-ink-strong">
          {section}
          <span className="ml-2 font-normal text-12 text-ink-muted group-open:hidden">
            {columns.length === 1 ? "1 field" : `${columns.length} fields`}, all empty
          </span>
        </summary>
        <div className="grid gap-5 pt-3 pb-2">{fields}</div>
      </details>
    );
  });
}

function groupsOf(resource: Resource): readonly (readonly [string, readonly Column[]])[] {
  const groups = new Map<string, Column[]>([["", []]]);
  const columns = startBeforeEnd(formColumns(resource));
  const ordered = [...columns.filter(isNeeded), ...columns.filter((column) => !isNeeded(column))];
  for (const column of ordered) {
    const section = sectionOf(column);
    groups.set(section, [...(groups.get(section) ?? []), column]);
  }
  const itself = groups.get(automaticSection);
  groups.delete(automaticSection);
  return itself ? [...groups, [automaticSection, itself]] : [...groups];
}

/** Last group: fields that nobody needs to fill in. */
const automaticSection = "Automatic fields";

function sectionOf({ field }: Column): string {
  const isMade = field.madeByServer === true || field.counts !== undefined;
  return field.section ?? (isMade ? automaticSection : "");
}

/** True for a field that a record cannot be created without. */
function isNeeded({ field }: Column): boolean {
  return field.required === true && field.madeByServer !== true;
}
