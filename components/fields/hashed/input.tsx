import { useState } from "react";
import { fieldTextsOf, type InputProps, textIn } from "@/components/fields/props/input-props";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/form/text-field";

/**
 * Input for a secret that is written and never read back, with a button that shows the typed text.
 * It has no rule of strength.
 */
export function PasswordInput(props: InputProps) {
  const [isShown, setShown] = useState(false);
  const value = textIn(props.value);
  const stays =
    props.isNew || props.isKept === false ? "" : "Leave empty to keep the current value";
  const texts = fieldTextsOf(props);
  const isRemovable = !(props.isNew || props.isKept === false || props.column.field.required);
  const isRemoved = props.value === false;
  return (
    <div className="grid gap-1.5">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label={texts.label}
            isRequired={texts.isRequired}
            error={texts.error}
            name={props.column.name}
            type={isShown ? "text" : "password"}
            autoComplete="new-password"
            placeholder={isRemoved ? "Will be removed on save" : stays}
            value={value}
            onChange={(event) => props.onChange(event.target.value)}
            onBlur={props.onBlur}
          />
        </div>
        <Button onPress={() => setShown(!isShown)} aria-pressed={isShown}>
          {isShown ? "Hide" : "Show"}
        </Button>
      </div>
      {texts.description !== undefined && (
        <p className="text-12 text-ink-muted">{texts.description}</p>
      )}
      {isRemovable && (
        <label className="flex w-fit cursor-pointer items-center gap-2 text-13">
          <input
            type="checkbox"
            checked={isRemoved}
            onChange={(event) => props.onChange(event.target.checked ? false : "")}
            className="accent-accent"
          />
          Remove the {String(texts.label).toLowerCase()}
        </label>
      )}
    </div>
  );
}
