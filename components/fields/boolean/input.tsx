import { useId } from "react";
import { fieldTextsOf, type InputProps } from "@/components/fields/props/input-props";
import { FieldError } from "@/components/ui/form/field-frame";
import { Switch } from "@/components/ui/form/switch";
import { styles } from "@/components/ui/styles";

/** A switch. If the value is optional, three choices instead. */
export function BooleanInput(props: InputProps) {
  const { column, value, onChange, onBlur } = props;
  if (!column.field.required && column.field.default === undefined)
    return <ThreeChoices {...props} />;
  const { isRequired: _, ...texts } = fieldTextsOf(props);
  return (
    <Switch
      {...texts}
      name={column.name}
      checked={value === true}
      onChange={(event) => onChange(event.target.checked)}
      onBlur={onBlur}
    />
  );
}

function ThreeChoices(props: InputProps) {
  const { column, value, onChange, onBlur } = props;
  const { label, description, error } = fieldTextsOf(props);
  const id = useId();
  return (
    <fieldset
      className="grid grid-cols-1 gap-1"
      aria-describedby={description ? `${id}-help` : undefined}
    >
      <legend className={styles.label}>{label}</legend>
      <div className="inline-flex w-fit overflow-hidden rounded-sm border border-line-strong">
        {choices.map((way) => (
          <label
            key={way.text}
            className="cursor-pointer border-line-strong border-r bg-surface-raised px-3 py-1 text-13 text-ink-muted last:border-r-0 has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:-outline-offset-2 has-checked:bg-surface-sunken has-checked:font-medium has-checked:text-ink-strong pointer-coarse:py-3"
          >
            <input
              type="radio"
              name={column.name}
              className="sr-only"
              checked={value === way.value}
              onChange={() => onChange(way.value)}
              onBlur={onBlur}
            />
            {way.text}
          </label>
        ))}
      </div>
      {description !== undefined && (
        <p id={`${id}-help`} className={styles.help}>
          {description}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}

const choices = [
  { value: true, text: "Yes" },
  { value: false, text: "No" },
  { value: null, text: "Not set" },
] as const;
