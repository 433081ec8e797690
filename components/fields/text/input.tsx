import { useId } from "react";
import { lineOf } from "@/components/fields/props/input-attributes";
import type { InputProps } from "@/components/fields/props/input-props";
import { TextArea } from "@/components/ui/form/text-area";
import { TextField } from "@/components/ui/form/text-field";

/** Input for one line of text. Known values are suggested, if the field has any. */
export function TextInput(props: InputProps) {
  const { suggestions } = props.column.field;
  const id = useId();
  return (
    <>
      <TextField {...lineOf(props)} {...(suggestions && { list: id })} />
      {suggestions && (
        <datalist id={id}>
          {suggestions.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
    </>
  );
}

/** Input for text of several lines. It has one line at first and grows with the text. */
export function LongTextInput(props: InputProps) {
  return <TextArea {...lineOf(props)} rows={1} className="min-h-8!" />;
}

/** Input for text of unlimited length. */
export function VeryLongTextInput(props: InputProps) {
  return <TextArea {...lineOf(props)} />;
}
