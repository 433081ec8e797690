"use client";

import { useQuery } from "@tanstack/react-query";
import { type Control, useWatch } from "react-hook-form";
import { type FormValues, isEmpty } from "@/components/fields/form-values";
import { styles } from "@/components/ui/styles";
import { mayRead, useProject } from "@/lib/client/project/project";
import type { Resource } from "@/lib/schema/resource";
import type { Inputs } from "./form-resolver";
import type { Check, Checked } from "./warnings/check";

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
export function FieldWarning({ id, control, resource, project, record, checks }: Props) {
  const context = useProject();
  const uses = [...new Set(checks.flatMap((check) => check.uses))];
  const inputs = useWatch({ control, name: uses }) as FormValues[string][];
  const values: FormValues = Object.fromEntries(
    uses.map((name, index) => [name, inputs[index] ?? null]),
  );
  const wanted = checks.filter(
    (check) =>
      check.reads.every((one) => mayRead(context, one)) &&
      check.uses.every((name) => !isEmpty(values[name])),
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
