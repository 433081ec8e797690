import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { type Control, useController, useWatch } from "react-hook-form";
import { type FormValue, type FormValues, isEmpty } from "@/components/fields/form-values";
import { inputs } from "@/components/fields/registry/inputs";
import { unchosenName } from "@/components/fields/unchosen-name";
import type { Check, Checked } from "@/components/resource/form/warnings/check";
import { styles } from "@/components/ui/styles";
import { mayRead, useProject } from "@/lib/client/project/project";
import { recordQuery } from "@/lib/client/queries/queries";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";
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

interface Props {
  /** The id by which the input refers to the warning. */
  readonly id: string;
  readonly control: Control<Inputs>;
  readonly resource: Resource;
  readonly project: string;
  /** The id of the record that is edited; undefined for a new one. */
  readonly record: string | undefined;
  readonly checks: readonly Check[];
}

const waitMs = 300;

/**
 * The warnings under a field. Checks run 300 ms after the last change, and only on values in the
 * form. A screen reader announces the warnings when it is idle.
 */
function FieldWarning({ id, control, resource, project, record, checks }: Props) {
  const context = useProject();
  const uses = [...new Set(checks.flatMap((check) => check.uses))];
  const inputs = useWatch({ control, name: uses }) as FormValues[string][];
  const values: FormValues = Object.fromEntries(
    uses.map((name, index) => [name, inputs[index] ?? null]),
  );
  const wanted = checks.filter(
    (check) =>
      check.reads.every((one) => mayRead(context, one)) &&
      check.uses.every(
        (name) => !isEmpty(values[name]) && unchosenName(values[name]) === undefined,
      ),
  );
  const { data, isFetching } = useQuery({
    queryKey: ["warnings", resource.path, project, record, id, values],
    queryFn: async ({ signal }) => {
      await pause(waitMs, signal);
      return await warningsOf(wanted, { resource, project, id: record, values, signal });
    },
    enabled: wanted.length > 0,
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false },
  });
  const warnings = wanted.length > 0 && !isFetching ? (data ?? []) : [];
  return (
    // The line is always rendered. A warning that moved a button away would lose the click on it.
    <p id={id} role="status" className={`${styles.help} min-h-[1lh] text-warn!`}>
      {warnings.join(" ")}
    </p>
  );
}

async function warningsOf(checks: readonly Check[], checked: Checked): Promise<readonly string[]> {
  const found = await Promise.all(
    checks.map(({ uses, run }) =>
      run({
        ...checked,
        values: Object.fromEntries(uses.map((name) => [name, checked.values[name] ?? null])),
      }),
    ),
  );
  return found.filter((warning) => warning !== undefined);
}

/** Waits `ms`. Rejects when the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
