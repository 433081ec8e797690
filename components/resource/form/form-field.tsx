"use client";

import { type Control, useController } from "react-hook-form";
import type { FormValue } from "@/components/fields/inputs/form-values";
import { inputs } from "@/components/fields/inputs/inputs";
import type { Column } from "@/lib/schema/shape";
import type { Inputs } from "./resolver";

/** The input of one column, tied to the form by the column's name. */
export function FormField(props: {
  readonly control: Control<Inputs>;
  readonly column: Column;
  readonly project: string;
  readonly isNew: boolean;
}) {
  const { control, column, project, isNew } = props;
  const { field, fieldState } = useController({ control, name: column.name });
  const Input = inputs[column.field.kind];
  return (
    <Input
      column={column}
      project={project}
      isNew={isNew}
      value={(field.value ?? null) as FormValue}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  );
}
