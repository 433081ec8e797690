import { CalendarDays } from "lucide-react";
import { useId, useRef } from "react";
import { fieldTextsOf, type InputProps, textIn } from "@/components/fields/props/input-props";
import { Button } from "@/components/ui/button";
import { controlAttributes, FieldFrame } from "@/components/ui/form/field-frame";
import { IconButton } from "@/components/ui/icon-button";
import { classes, styles } from "@/components/ui/styles";
import { titleOf } from "@/components/words/field-title";
import { inSentence } from "@/components/words/sentence-case";
import { useClock } from "@/lib/client/device/clock";
import { serverTime } from "@/lib/client/device/server-time";
import { ClockChange } from "./clock-change";
import { useEnteredTime } from "./use-entered-time";
import { wallTime, zoneName } from "./wall-time";

/**
 * Input for a date and time in the chosen zone, in the format of all other times. Several spellings
 * are accepted while it is typed. The browser's own picker is one press away.
 */
export function DateInput(props: InputProps) {
  const { column, onChange, onBlur } = props;
  const { zone } = useClock();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const value = textIn(props.value);
  const time = useEnteredTime(value, zone, onChange);
  const texts = fieldTextsOf(props);
  const attributes = controlAttributes(id, texts);
  const described = [attributes["aria-describedby"], `${id}-zone`, `${id}-clock`]
    .filter(Boolean)
    .join(" ");
  return (
    <FieldFrame id={id} texts={texts}>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <input
          {...attributes}
          ref={input}
          aria-describedby={described}
          name={column.name}
          value={time.text}
          placeholder="9 Aug 2026, 14:30"
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => time.type(target.value)}
          onBlur={() => {
            time.leave();
            onBlur();
          }}
          className={classes(
            styles.input,
            "h-8 w-52! tabular-nums pointer-coarse:h-11 pointer-coarse:text-16",
          )}
        />
        <span className="relative">
          <IconButton
            label={`Choose ${inSentence(titleOf(column))}`}
            onPress={() => picker.current?.showPicker()}
          >
            <CalendarDays size={16} aria-hidden />
          </IconButton>
          <input
            ref={picker}
            type="datetime-local"
            step={1}
            min="0001-01-01T00:00:00"
            max="9999-12-31T23:59:59"
            tabIndex={-1}
            aria-hidden
            value={wallTime(value, zone)}
            onChange={({ target }) => time.pick(target.value)}
            className="pointer-events-none absolute bottom-0 left-0 size-0 opacity-0"
          />
        </span>
        <Button look="quiet" onPress={() => time.set(new Date(serverTime()).toISOString())}>
          Now
        </Button>
        {value !== "" && (
          <Button
            look="quiet"
            onPress={() => {
              time.set("");
              input.current?.focus({ preventScroll: true });
            }}
          >
            Clear
          </Button>
        )}
        <span id={`${id}-zone`} className="text-12 text-ink-muted">
          {zoneName(zone, timeOr(value))}
        </span>
      </span>
      <ClockChange
        id={`${id}-clock`}
        {...{ value, zone }}
        entered={time.entered}
        onChange={time.set}
      />
    </FieldFrame>
  );
}

/** Returns the time of a value, whose offset the zone shows; the present one without a time. */
function timeOr(value: string): number {
  const time = Date.parse(value);
  return Number.isNaN(time) ? Date.now() : time;
}
