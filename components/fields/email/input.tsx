import { lineOf } from "@/components/fields/props/input-attributes";
import type { InputProps } from "@/components/fields/props/input-props";
import { TextField } from "@/components/ui/form/text-field";

/** Input for an e-mail address. */
export function EmailInput(props: InputProps) {
  return <TextField {...lineOf(props)} type="email" inputMode="email" />;
}
