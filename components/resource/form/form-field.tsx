"use client";

import { useId } from "react";
import { type Control, useController } from "react-hook-form";
import type { FormValue } from "@/components/fields/inputs/form-values";
import { inputs } from "@/components/fields/inputs/inputs";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";
import type { Inputs } from "./resolver";
import { checksUnder } from "./warnings/checks";
import { FieldWarning } from "./warnings/field-warning";

/** The input of one column, tied to the form by the column's name, with the warnings about what it holds. */
export function FormField(props: {
  readonly control: Control<Inputs>;
  readonly resource: Resource;
  readonly column: Column;
  readonly project: string;
  /** The id of the record that is edited; undefined for a new one. */
  readonly record: string | undefined;
}) {
  const { control, resource, column, project, record } = props;
  const { field, fieldState } = useController({ control, name: column.name });
  const Input = inputs[column.field.kind];
  const checks = checksUnder(resource, column.name);
  const id = useId();
  const input = (
    <Input
      column={column}
      project={project}
      isNew={record === undefined}
      value={(field.value ?? null) as FormValue}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
      describedBy={checks.length > 0 ? id : undefined}
    />
  );
  if (checks.length === 0) return input;
  return (
    <div className="grid gap-1">
      {input}
      <FieldWarning {...{ id, control, resource, project, record, checks }} />
    </div>
  );
}
