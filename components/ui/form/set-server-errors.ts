import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { isProblem } from "@/lib/client/http/problem";
import type { Fault } from "@/lib/errors";

/** A field of a form, named as the API names it. */
interface LabeledField<Values extends FieldValues> {
  readonly name: Path<Values>;
  readonly label: string;
}

/**
 * Sets the API's errors on their fields, with the fields' labels. Returns an error that belongs to
 * none of them, else undefined.
 */
export function setServerErrors<Values extends FieldValues>(
  { setError }: Pick<UseFormReturn<Values>, "setError">,
  error: unknown,
  fields: readonly LabeledField<Values>[],
): unknown {
  const faults = isProblem(error) ? error.faults : [];
  const known = fields.flatMap(({ name, label }) => {
    const fault = faults.find(({ field }) => field === name);
    return fault ? [{ name, message: withLabel(label, fault) }] : [];
  });
  for (const { name, message } of known) setError(name, { message });
  return known.length === 0 ? error : undefined;
}

/** Replaces the API's name of a field at the start of a message with the field's label. */
function withLabel(label: string, { field, message }: Fault): string {
  return message.startsWith(`${field} `) ? label + message.slice(field.length) : message;
}
