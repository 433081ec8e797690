import { RelationListInput } from "@/components/fields/relation/input";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/form/checkbox";
import { Select } from "@/components/ui/form/select";
import { displayText } from "@/components/words/display-text";
import { titleOf } from "@/components/words/field-title";
import { useProject } from "@/lib/client/project/project";
import type { ValueInputProps } from "./value-input-props";

/** Check boxes of the known values by their labels, plus unknown values in the filter. */
export function ChoiceCheckboxes({ column, values, onChange }: ValueInputProps) {
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
export function YesNoSelect({ values, onChange }: ValueInputProps) {
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
export function RecordPicker({ column, values, onChange }: ValueInputProps) {
  const { project } = useProject();
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
          {isMe ? "Remove me" : "Me"}
        </Button>
      )}
    </div>
  );
}
