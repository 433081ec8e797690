"use client";

import { useId } from "react";
import { TextArea } from "@/components/ui/form/text-area";
import { TextField } from "@/components/ui/form/text-field";
import { type InputProps, textIn, textsOf } from "./input-props";

/** One line of text; the known values of an open text are offered. */
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

/** Text that may run over several lines: one at first, more as it is typed. */
export function LongTextInput(props: InputProps) {
  return <TextArea {...lineOf(props)} rows={1} className="min-h-8!" />;
}

/** Text without bounds. */
export function VeryLongTextInput(props: InputProps) {
  return <TextArea {...lineOf(props)} />;
}

/** A number as it is typed; whether it is one is said when the field is left. */
export function NumberInput(props: InputProps) {
  return <TextField {...lineOf(props)} inputMode="decimal" className="max-w-48 tabular-nums" />;
}

/** An e-mail address. */
export function EmailInput(props: InputProps) {
  return <TextField {...lineOf(props)} type="email" inputMode="email" />;
}

/** A web address. */
export function UrlInput(props: InputProps) {
  return <TextField {...lineOf(props)} type="url" inputMode="url" placeholder="https://" />;
}

/** A name for addresses, or an id: text in which every character counts. */
export function CodeInput(props: InputProps) {
  return <TextField {...lineOf(props)} className="font-mono" spellCheck={false} />;
}

function lineOf(props: InputProps) {
  return {
    ...textsOf(props),
    name: props.column.name,
    value: textIn(props.value),
    onChange: (event: { target: { value: string } }) => props.onChange(event.target.value),
    onBlur: props.onBlur,
  };
}
