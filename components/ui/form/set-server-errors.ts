import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { explain, isProblem } from "@/lib/client/http/problem";

/**
 * Sets the API's errors on their fields, with the fields' labels. Other errors appear above the
 * form.
 */
export function setServerErrors<Values extends FieldValues>(
  { setError }: Pick<UseFormReturn<Values>, "setError">,
  error: unknown,
  labels: Readonly<Partial<Record<Path<Values>, string>>>,
): void {
  const faults = isProblem(error) ? error.faults : [];
  const known = faults.flatMap(({ field, message }) => {
    const name = (Object.keys(labels) as Path<Values>[]).find((one) => one === field);
    if (name === undefined) return [];
    const words = message.startsWith(`${field} `) ? message.slice(field.length) : `: ${message}`;
    return [{ name, message: `${labels[name]}${words}` }];
  });
  for (const { name, message } of known) setError(name, { message });
  if (known.length === 0) setError("root", { message: explain(error) });
}
