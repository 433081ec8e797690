import { useId, useRef } from "react";
import { incompleteTime } from "@/components/fields/form-values";
import { fieldTextsOf, type InputProps, textIn } from "@/components/fields/props/input-props";
import { Button } from "@/components/ui/button";
import { controlAttributes, FieldFrame } from "@/components/ui/form/field-frame";
import { classes, styles } from "@/components/ui/styles";
import { useClock } from "@/lib/client/device/clock";
import { formatWithZone, wallTime, wallTimeToInstant } from "./wall-time";

/**
 * Input for a date and time in the chosen zone. It is the browser's own input, because phones have
 * a picker for it and assistive technology knows it. That input formats dates in the browser's
 * language. The value is therefore repeated next to it in the format of all other times, with the
 * zone.
 */
export function DateInput(props: InputProps) {
  const { column, onChange, onBlur } = props;
  const { zone } = useClock();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const value = textIn(props.value);
  const texts = fieldTextsOf(props);
  const attributes = controlAttributes(id, texts);
  const described = [attributes["aria-describedby"], `${id}-read`].filter(Boolean).join(" ");
  // A partly filled input reads as empty, and not every browser reports changes of its parts.
  const noteParts = ({ validity, value: wall }: HTMLInputElement) => {
    if (validity.badInput === (value === incompleteTime)) return;
    onChange(validity.badInput ? incompleteTime : wallTimeToInstant(wall, zone));
  };
  const clear = () => {
    if (input.current) input.current.value = "";
    onChange("");
  };
  return (
    <FieldFrame id={id} texts={texts}>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <input
          {...attributes}
          aria-describedby={described}
          ref={input}
          name={column.name}
          type="datetime-local"
          step={1}
          min="0001-01-01T00:00:00"
          max="9999-12-31T23:59:59"
          value={wallTime(value, zone)}
          onChange={({ target }) =>
            onChange(
              target.validity.badInput ? incompleteTime : wallTimeToInstant(target.value, zone),
            )
          }
          onKeyUp={({ currentTarget }) => noteParts(currentTarget)}
          onBlur={({ currentTarget }) => {
            noteParts(currentTarget);
            onBlur();
          }}
          className={classes(
            styles.input,
            "h-8 w-auto! tabular-nums pointer-coarse:h-11 pointer-coarse:text-16",
          )}
        />
        <Button look="quiet" onPress={() => onChange(new Date().toISOString())}>
          Now
        </Button>
        {value !== "" && (
          <Button look="quiet" onPress={clear}>
            Clear
          </Button>
        )}
        <span id={`${id}-read`} className="text-12 text-ink-muted tabular-nums">
          {formatWithZone(value, zone)}
        </span>
      </span>
    </FieldFrame>
  );
}
