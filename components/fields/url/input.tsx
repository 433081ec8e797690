import { lineOf } from "@/components/fields/props/input-attributes";
import type { InputProps } from "@/components/fields/props/input-props";
import { TextField } from "@/components/ui/form/text-field";

/** Input for a web address. */
export function UrlInput(props: InputProps) {
  return <TextField {...lineOf(props)} type="url" inputMode="url" placeholder="https://" />;
}
