"use client";

import { useId } from "react";
import { Button } from "@/components/ui/button";
import { controlAttributes, FieldFrame } from "@/components/ui/field-frame";
import { classes, styles } from "@/components/ui/styles";
import { useClock } from "@/lib/client/clock";
import { type InputProps, textIn, textsOf } from "./input-props";
import { instantOf, wallTime, zoneName } from "./wall-time";

/** A date and time as clocks of the chosen zone show it; the zone stands beside it. */
export function DateInput(props: InputProps) {
  const { column, onChange, onBlur } = props;
  const { zone } = useClock();
  const id = useId();
  const value = textIn(props.value);
  const texts = textsOf(props);
  const at = Date.parse(value);
  return (
    <FieldFrame id={id} texts={texts}>
      <span className="flex flex-wrap items-center gap-2">
        <input
          {...controlAttributes(id, texts)}
          name={column.name}
          type="datetime-local"
          step={1}
          value={wallTime(value, zone)}
          onChange={(event) => onChange(instantOf(event.target.value, zone))}
          onBlur={onBlur}
          className={classes(
            styles.input,
            "h-8 w-auto! tabular-nums pointer-coarse:h-11 pointer-coarse:text-16",
          )}
        />
        <Button look="quiet" onPress={() => onChange(new Date().toISOString())}>
          Now
        </Button>
        {value !== "" && (
          <Button look="quiet" onPress={() => onChange("")}>
            Clear
          </Button>
        )}
        <span className="text-12 text-ink-muted">
          {zoneName(zone, Number.isNaN(at) ? Date.now() : at)}
        </span>
      </span>
    </FieldFrame>
  );
}
