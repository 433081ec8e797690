"use client";

import { useId } from "react";
import { RelationListInput } from "@/components/fields/inputs/relation-inputs";
import { inWords } from "@/components/fields/known-words";
import { titleOf } from "@/components/fields/title";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { usePlace } from "@/lib/client/project";
import type { FieldKind } from "@/lib/schema/field";
import { type Test, valuesTaken } from "@/lib/schema/filter-text/model";
import type { Column } from "@/lib/schema/shape";

interface Props {
  readonly column: Column;
  readonly test: Test;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

/** What a field is compared with, by the field's kind. */
export function ValueInput(props: Props) {
  const { kind, words } = props.column.field;
  const isOfKnown = words !== undefined && valuesTaken[props.test] === "many";
  const Input = isOfKnown ? KnownValues : valueInputs[kind];
  return valuesTaken[props.test] === "none" ? null : <Input {...props} />;
}

function TextValues({ column, test, values, onChange }: Props) {
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
            placeholders[column.field.kind] ??
            (taken === "many" ? "One, or several with commas between" : label)
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
            <option key={value} value={value} label={inWords(column.field, value)} />
          ))}
        </datalist>
      )}
    </div>
  );
}

const placeholders: Readonly<Partial<Record<FieldKind, string>>> = {
  number: "0",
  smallNumber: "0",
  color: "#1f6feb",
};

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

/** Known values by their words, with those that the filter names besides. */
function KnownValues({ column, values, onChange }: Props) {
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
          label={inWords(column.field, value)}
          checked={values.includes(value)}
          onChange={() => toggle(value)}
          className="pointer-coarse:min-h-11"
        />
      ))}
    </fieldset>
  );
}

function DateValues({ column, test, values, onChange }: Props) {
  const places = valuesTaken[test] === "two" ? ["From", "To"] : ["When"];
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
            description="A date (UTC), a time, or so long ago: -30min, -2h, -7d, -1mo."
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

function YesNo({ values, onChange }: Props) {
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

function Records({ column, values, onChange }: Props) {
  const { project } = usePlace();
  const isMe = values.includes("me");
  const ids = values.filter((value) => value !== "me");
  return (
    <div className="grid gap-2">
      <RelationListInput
        column={{ ...column, field: { ...column.field, required: false, help: "" } }}
        project={project._id}
        value={ids}
        onChange={(next) =>
          onChange([...(isMe ? ["me"] : []), ...(Array.isArray(next) ? next : [])])
        }
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
          {isMe ? "Without me" : "Me"}
        </Button>
      )}
    </div>
  );
}

function Nothing() {
  return null;
}

const valueInputs: Readonly<Record<FieldKind, (props: Props) => React.ReactNode>> = {
  id: TextValues,
  date: DateValues,
  text: TextValues,
  longText: TextValues,
  veryLongText: TextValues,
  markdown: TextValues,
  slug: TextValues,
  boolean: YesNo,
  number: TextValues,
  smallNumber: TextValues,
  json: Nothing,
  color: TextValues,
  email: TextValues,
  hashed: Nothing,
  url: TextValues,
  file: TextValues,
  textList: TextValues,
  relation: Records,
  relationList: Records,
};
