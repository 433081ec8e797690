"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { type Control, useController } from "react-hook-form";
import type { FormValue } from "@/components/fields/form-values";
import { inputs } from "@/components/fields/registry/inputs";
import { recordQuery } from "@/lib/client/queries/queries";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";
import { FieldWarning } from "./field-warning";
import type { Inputs } from "./form-resolver";
import { checksUnder } from "./warnings/checks";

/**
 * The input of one column, bound to the form by the column's name, with the warnings about its
 * value.
 */
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
  const isKept = useKept(resource, column, record);
  const checks = checksUnder(resource, column.name);
  const id = useId();
  const input = (
    <Input
      column={column}
      project={project}
      isNew={record === undefined}
      isKept={isKept}
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

/**
 * Returns whether the record last read holds the secret of a column, or undefined if that is not
 * readable.
 */
function useKept(
  resource: Resource,
  { field: { presence } }: Column,
  record: string | undefined,
): boolean | undefined {
  const client = useQueryClient();
  if (presence === undefined || record === undefined) return undefined;
  const read = client.getQueryData(recordQuery(resource, record).queryKey)?.record[presence];
  return typeof read === "boolean" ? read : undefined;
}
