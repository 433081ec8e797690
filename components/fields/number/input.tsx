import { lineOf } from "@/components/fields/props/input-attributes";
import type { InputProps } from "@/components/fields/props/input-props";
import { TextField } from "@/components/ui/form/text-field";

/** Input for a number. It is validated when the field loses the focus. */
export function NumberInput(props: InputProps) {
  return <TextField {...lineOf(props)} inputMode="decimal" className="max-w-48 tabular-nums" />;
}
