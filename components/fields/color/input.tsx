import { useId } from "react";
import { fieldTextsOf, type InputProps, textIn } from "@/components/fields/props/input-props";
import { controlAttributes, FieldFrame } from "@/components/ui/form/field-frame";
import { classes, styles } from "@/components/ui/styles";
import { contrastHint } from "./contrast";

/** Input for a color, by its code or by the browser's picker, with a hint on its contrast. */
export function ColorInput(props: InputProps) {
  const { column, onChange, onBlur } = props;
  const id = useId();
  const value = textIn(props.value);
  const texts = fieldTextsOf(props);
  const hint = contrastHint(value);
  const described = { ...texts, description: hint ?? texts.description ?? "Format: #RRGGBB." };
  return (
    <FieldFrame id={id} texts={described}>
      <span className="flex items-center gap-2">
        <input
          type="color"
          aria-label={`Choose ${texts.label}`}
          value={/^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : "#808080"}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          className="h-8 w-10 cursor-pointer rounded-sm border border-line-strong bg-surface-raised p-0.5 pointer-coarse:h-11"
        />
        <input
          {...controlAttributes(id, described)}
          name={column.name}
          value={value}
          placeholder="#1f6feb"
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          className={classes(styles.input, "h-8 max-w-32 font-mono pointer-coarse:h-11")}
        />
      </span>
    </FieldFrame>
  );
}
