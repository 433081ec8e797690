"use client";

import type { Control } from "react-hook-form";
import { type FormValues, formColumns, isEmpty } from "@/components/fields/inputs/form-values";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";
import { FormField } from "./form-field";
import type { Inputs } from "./resolver";

interface Props {
  readonly resource: Resource;
  readonly control: Control<Inputs>;
  readonly project: string;
  readonly isNew: boolean;
  /** What the form begins with: a group that holds nothing begins folded. */
  readonly initial: FormValues;
}

/** All fields in one column, in the groups of the definition; first those that stand in none. */
export function FieldGroups({ resource, initial, ...rest }: Props) {
  return groupsOf(resource).map(([section, columns]) => {
    const fields = columns.map((column) => (
      <FormField key={column.name} column={column} {...rest} />
    ));
    if (section === "") {
      return (
        <div key={section} className="grid gap-5">
          {fields}
        </div>
      );
    }
    return (
      <details
        key={section}
        open={columns.some(({ name, field }) => field.required || !isEmpty(initial[name]))}
        className="group border-line border-t pt-3"
      >
        <summary className="cursor-pointer py-1 font-semibold text-14 text-ink-strong">
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
  for (const column of formColumns(resource)) {
    const section = column.field.section ?? "";
    groups.set(section, [...(groups.get(section) ?? []), column]);
  }
  return [...groups];
}
