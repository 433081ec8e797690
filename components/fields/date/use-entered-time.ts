import { useState } from "react";
import { shownTime, typedTime, typedWallTime } from "./typed-time";
import { wallTimeToInstant } from "./wall-time";

/** The wall time that the user entered, and the instant it became. */
interface Entered {
  readonly wall: string | undefined;
  readonly zone: string;
  readonly instant: string;
}

/** The state of an input for a time. `value` is its instant, and may be set elsewhere, by a draft. */
export function useEnteredTime(value: string, zone: string, onChange: (instant: string) => void) {
  const [typed, setTyped] = useState<string>();
  const [entered, setEntered] = useState<Entered>();
  const isTyped = typed !== undefined && typedTime(typed, zone) === value;
  const isEntered = entered?.zone === zone && entered.instant === value;
  const set = (instant: string, wall?: string) => {
    setTyped(undefined);
    setEntered({ wall, zone, instant });
    onChange(instant);
  };
  return {
    /** The text in the input. */
    text: isTyped ? typed : shownTime(value, zone),
    /** The wall time that became `value`; undefined if the value has another origin. */
    entered: isEntered ? entered.wall : undefined,
    set,
    type: (text: string) => {
      set(typedTime(text, zone), typedWallTime(text));
      setTyped(text);
    },
    /** Takes the value of the browser's picker, which leaves seconds out if they are 0. */
    pick: (picked: string) => {
      const wall = picked === "" ? "" : picked.padEnd(19, ":00");
      set(wallTimeToInstant(wall, zone), wall);
    },
    /** Shows a complete time in the format of all others. An incomplete one is kept. */
    leave: () => {
      if (shownTime(value, zone) !== "") setTyped(undefined);
    },
  };
}
