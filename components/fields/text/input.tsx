import { useId } from "react";
import { fieldTextsOf, type InputProps, textIn } from "@/components/fields/props/input-props";
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

/** Input for an e-mail address. */
export function EmailInput(props: InputProps) {
  return <TextField {...lineOf(props)} type="email" inputMode="email" />;
}

/** Input for a slug or an id, in which every character counts. */
export function CodeInput(props: InputProps) {
  return <TextField {...lineOf(props)} className="font-mono" spellCheck={false} />;
}

/** Input for a number. It is validated when the field loses the focus. */
export function NumberInput(props: InputProps) {
  return <TextField {...lineOf(props)} inputMode="decimal" className="max-w-48 tabular-nums" />;
}

/** Input for a web address. */
export function UrlInput(props: InputProps) {
  return <TextField {...lineOf(props)} type="url" inputMode="url" placeholder="https://" />;
}

/** Returns the attributes of an input that holds text. */
function lineOf(props: InputProps) {
  return {
    ...fieldTextsOf(props),
    name: props.column.name,
    value: textIn(props.value),
    onChange: (event: { target: { value: string } }) => props.onChange(event.target.value),
    onBlur: props.onBlur,
  };
}
