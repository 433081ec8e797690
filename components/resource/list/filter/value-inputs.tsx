import { type ReactNode, useId, useState } from "react";
import { itemsIn } from "@/components/fields/props/input-props";
import { RelationListInput } from "@/components/fields/relation/input";
import { isChosen } from "@/components/fields/unchosen-name";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/form/checkbox";
import { Select } from "@/components/ui/form/select";
import { TextField } from "@/components/ui/form/text-field";
import { displayText } from "@/components/words/display-text";
import { titleOf } from "@/components/words/field-title";
import { useProject } from "@/lib/client/project/project";
import type { Field } from "@/lib/schema/field";
import { filterTests, type Test } from "@/lib/schema/filter-text/model";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Column } from "@/lib/schema/shape";
import { listedValues, textOfValues } from "./listed-values";

/** The input for the values of a condition, by the field's kind. */
export function ValueInput(props: ValueInputProps) {
  const taken = filterTests[props.test].takes;
  const Input = inputFor(props.column.field, taken === "many");
  return taken === "none" ? null : <Input {...props} />;
}

function inputFor(field: Field, takesMany: boolean): (props: ValueInputProps) => ReactNode {
  const { isDate, isBoolean } = kindOf(field);
  if (field.words && takesMany) return ChoiceCheckboxes;
  if (field.to !== undefined) return RecordPicker;
  if (isDate) return DateValueInput;
  return isBoolean ? YesNoSelect : TextValueInput;
}

/** Input of a time, or of the start and end of an interval. */
function DateValueInput({ column, test, values, onChange }: ValueInputProps) {
  const places = filterTests[test].takes === "two" ? ["From", "To"] : ["When"];
  const put = (place: number, value: string) =>
    onChange(places.map((_, at) => (at === place ? value : (values[at] ?? ""))));
  return (
    <div className="grid gap-2">
      {places.map((label, place) => (
        <div key={label} className="grid gap-1.5">
          <TextField
            label={label}
            labelHidden={places.length === 1}
            placeholder="2026-01-31, -7d, today"
            description="A date (UTC), a time, or a relative time: -30min, -2h, -7d, -1mo."
            value={values[place] ?? ""}
            onChange={({ target }) => put(place, target.value)}
          />
          <div className="flex flex-wrap gap-1">
            {["-1h", "-24h", "-7d", "-30d", "today"].map((value) => (
              <Button key={value} size="small" look="quiet" onPress={() => put(place, value)}>
                {value}
              </Button>
            ))}
          </div>
        </div>
      ))}
      <span className="sr-only">{titleOf(column)}</span>
    </div>
  );
}

/** Input of one text, of the two ends of a range, or of several texts separated by commas. */
function TextValueInput({ column, test, values, onChange }: ValueInputProps) {
  const { suggestions } = column.field;
  const id = useId();
  const taken = filterTests[test].takes;
  const places = taken === "two" ? ["From", "To"] : ["Value"];
  const [typed, setTyped] = useState("");
  const listed = textOfValues(values);
  // What was typed for these values may end with a comma or an open quote.
  const shown = textOfValues(listedValues(typed)) === listed ? typed : listed;
  const type = (text: string, place: number) => {
    setTyped(text);
    onChange(changed(text, taken, place, values));
  };
  return (
    <div className="flex gap-2">
      {places.map((label, place) => (
        <TextField
          key={label}
          label={label}
          labelHidden
          frameClass="flex-1"
          placeholder={
            (column.field.unit === "seconds" ? "10min" : kindOf(column.field).placeholder) ??
            (taken === "many" ? "One value, or several separated by commas" : label)
          }
          {...(taken === "many" && shown.includes(",") && { description: quotesHelp })}
          value={taken === "many" ? shown : (values[place] ?? "")}
          onChange={({ target }) => type(target.value, place)}
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

const quotesHelp = 'A value that contains a comma stands in quotes: "Paris, France".';

function changed(
  text: string,
  taken: "none" | "one" | "two" | "many",
  place: number,
  values: readonly string[],
): readonly string[] {
  if (taken === "many") return listedValues(text);
  if (taken === "two") return place === 0 ? [text, values[1] ?? ""] : [values[0] ?? "", text];
  return [text];
}

/** Check boxes of the known values by their labels, plus unknown values in the filter. */
function ChoiceCheckboxes({ column, values, onChange }: ValueInputProps) {
  const { suggestions = [] } = column.field;
  const all = [...new Set([...suggestions, ...values])];
  const toggle = (value: string) =>
    onChange(values.includes(value) ? values.filter((one) => one !== value) : [...values, value]);
  return (
    <fieldset className="grid max-h-56 gap-0.5 overflow-y-auto rounded-sm border border-line p-2">
      <legend className="sr-only">{titleOf(column)}</legend>
      {all.map((value) => (
        <Checkbox
          key={value}
          label={displayText(column.field, value)}
          checked={values.includes(value)}
          onChange={() => toggle(value)}
          className="pointer-coarse:min-h-11"
        />
      ))}
    </fieldset>
  );
}

/** Yes or no. */
function YesNoSelect({ values, onChange }: ValueInputProps) {
  return (
    <Select
      label="Value"
      labelHidden
      choices={[
        { value: "yes", text: "Yes" },
        { value: "no", text: "No" },
      ]}
      value={values[0] === "no" || values[0] === "yes" ? values[0] : null}
      onChange={(value) => onChange([value])}
    />
  );
}

/** Record picker. For users it also offers the current user. */
function RecordPicker({ column, values, onChange }: ValueInputProps) {
  const { project } = useProject();
  const isMe = values.includes("me");
  const ids = values.filter((value) => value !== "me");
  return (
    <div className="grid gap-2">
      <RelationListInput
        column={{ ...column, field: { ...column.field, required: false, help: "" } }}
        project={project._id}
        value={ids}
        onChange={(next) => onChange([...(isMe ? ["me"] : []), ...itemsIn(next).filter(isChosen)])}
        onBlur={() => undefined}
        isNew={false}
      />
      {column.field.to === "user" && (
        <Button
          size="small"
          className="w-fit"
          aria-pressed={isMe}
          onPress={() => onChange(isMe ? ids : ["me", ...ids])}
        >
          {isMe ? "Remove me" : "Me"}
        </Button>
      )}
    </div>
  );
}

/** Props of an input for the values of a condition. */
interface ValueInputProps {
  readonly column: Column;
  readonly test: Test;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}
