"use client";

import { useId } from "react";
import { TextField } from "@/components/ui/form/text-field";
import { displayText } from "@/components/words/display-text";
import { valuesTaken } from "@/lib/schema/filter-text/model";
import { kindOf } from "@/lib/schema/kinds/index";
import type { ValueInputProps } from "./value-input-props";

/** Input of one text, or of several texts separated by commas. */
export function TextValueInput({ column, test, values, onChange }: ValueInputProps) {
  const { suggestions } = column.field;
  const id = useId();
  const taken = valuesTaken[test];
  const places = taken === "two" ? ["From", "To"] : ["Value"];
  return (
    <div className="flex gap-2">
      {places.map((label, place) => (
        <TextField
          key={label}
          label={label}
          labelHidden
          frameClass="flex-1"
          placeholder={
            kindOf(column.field).placeholder ??
            (taken === "many" ? "One value, or several separated by commas" : label)
          }
          value={taken === "many" ? values.join(", ") : (values[place] ?? "")}
          onChange={({ target }) => onChange(changed(target.value, taken, place, values))}
          {...(suggestions && { list: id })}
          autoFocus={place === 0}
        />
      ))}
      {suggestions && (
        <datalist id={id}>
          {suggestions.map((value) => (
            <option key={value} value={value} label={displayText(column.field, value)} />
          ))}
        </datalist>
      )}
    </div>
  );
}

function changed(
  text: string,
  taken: "none" | "one" | "two" | "many",
  place: number,
  values: readonly string[],
): readonly string[] {
  if (taken === "many") return text === "" ? [] : text.split(/,\s*/);
  if (taken === "two") return place === 0 ? [text, values[1] ?? ""] : [values[0] ?? "", text];
  return [text];
}
