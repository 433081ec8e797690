"use client";

import { useId } from "react";
import { fieldTextsOf, type InputProps, textIn } from "@/components/fields/props/input-props";
import { Button } from "@/components/ui/button";
import { controlAttributes, FieldError, RequiredMark } from "@/components/ui/form/field-frame";
import { classes, styles } from "@/components/ui/styles";
import { inexactNumber, jsonFaultPosition } from "@/lib/schema/json-position";
import { LazyJsonEditor } from "./lazy-json-editor";

/** Input for JSON in a code editor. Syntax errors are marked. */
export function JsonInput(props: InputProps) {
  const { column, onChange, onBlur } = props;
  const id = useId();
  const value = textIn(props.value);
  const fault = faultIn(value);
  const texts = fieldTextsOf(props);
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-1">
      <span id={`${id}-label`} className={styles.label}>
        {texts.label}
        {texts.isRequired && <RequiredMark />}
      </span>
      <div
        className={classes(
          "overflow-hidden rounded-sm border border-line-strong bg-surface-raised focus-within:border-focus focus-within:outline-2 focus-within:outline-focus/40",
          texts.error !== undefined && "border-danger",
        )}
      >
        <LazyJsonEditor
          {...{ value, onChange, onBlur }}
          takesFocus={props.takesFocus ?? false}
          attributes={{
            ...attributesOf(controlAttributes(id, { ...texts, description: "" })),
            "aria-labelledby": `${id}-label`,
            "data-field": column.name,
          }}
        />
      </div>
      <div className="flex items-start justify-between gap-3 text-12 text-ink-muted">
        <p id={`${id}-help`}>{texts.description}</p>
        <Button
          size="small"
          look="quiet"
          isDisabled={value.trim() === "" || fault !== undefined}
          onPress={() => onChange(JSON.stringify(JSON.parse(value), null, 2))}
        >
          Format
        </Button>
      </div>
      {texts.error === undefined && fault !== undefined && (
        <p aria-hidden="true" className={styles.error}>
          {fault}
        </p>
      )}
      <FieldError id={`${id}-error`} error={texts.error} />
    </div>
  );
}

/** Returns the error of a JSON text; undefined when there is none. */
function faultIn(text: string): string | undefined {
  if (text.trim() === "") return undefined;
  const place = jsonFaultPosition(text);
  if (place) return `Invalid JSON: line ${place.line}, column ${place.column}`;
  const number = inexactNumber(text);
  if (!number) return undefined;
  const { line, written, kept } = number;
  return `Line ${line}: ${written} would be stored as ${kept}: put it in quotes`;
}

/** Returns attributes as text, without undefined ones. */
function attributesOf(given: Readonly<Record<string, unknown>>): Record<string, string> {
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said.map(([name, value]) => [name, String(value)]));
}
