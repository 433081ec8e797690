import { lineOf } from "@/components/fields/props/input-attributes";
import type { InputProps } from "@/components/fields/props/input-props";
import { TextField } from "@/components/ui/form/text-field";

/** Input for a slug or an id, in which every character counts. */
export function CodeInput(props: InputProps) {
  return <TextField {...lineOf(props)} className="font-mono" spellCheck={false} />;
}
