import { fieldTextsOf, type InputProps, textIn } from "./input-props";

/** Returns the attributes of an input that holds text. */
export function lineOf(props: InputProps) {
  return {
    ...fieldTextsOf(props),
    name: props.column.name,
    value: textIn(props.value),
    onChange: (event: { target: { value: string } }) => props.onChange(event.target.value),
    onBlur: props.onBlur,
  };
}
