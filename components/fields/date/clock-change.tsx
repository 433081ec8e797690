import { Button } from "@/components/ui/button";
import { occurrencesOf, offsetName, wallTime } from "./wall-time";

interface Props {
  /** Id of the note, which describes the input. */
  readonly id: string;
  /** The instant of the input; empty or incomplete without one. */
  readonly value: string;
  readonly zone: string;
  /** The date and time that the user entered for this value, as a wall time. */
  readonly entered: string | undefined;
  readonly onChange: (instant: string) => void;
}

/**
 * Explains a time at which the clocks of the zone change: it was skipped, or it occurs twice and the
 * user chooses one. Empty for any other time.
 */
export function ClockChange({ id, value, zone, entered, onChange }: Props) {
  const shown = wallTime(value, zone);
  const isSkipped = entered !== undefined && shown !== "" && entered !== shown;
  const [first, second] = shown === "" ? [] : occurrencesOf(shown, zone);
  // The value may have milliseconds, which the wall time lacks.
  const isSecond = second !== undefined && Date.parse(value) >= Date.parse(second);
  const other = isSecond ? first : second;
  const isRepeated = first !== undefined && second !== undefined;
  return (
    <span className={isSkipped || isRepeated ? "flex flex-wrap items-center gap-x-2" : "sr-only"}>
      <span id={id} role="status" className="text-12 text-warn">
        {isSkipped &&
          `The clocks skip ${hourOf(entered)} on this day, so the time is ${hourOf(shown)}.`}
        {isRepeated &&
          `${hourOf(shown)} occurs twice on this day. This is the ${isSecond ? "second" : "first"} time, at ${offsetName(zone, Date.parse(value))}.`}
      </span>
      {isRepeated && other !== undefined && (
        <Button look="quiet" size="small" onPress={() => onChange(other)}>
          Use the {isSecond ? "first" : "second"}
        </Button>
      )}
    </span>
  );
}

function hourOf(wall: string): string {
  return wall.slice(11, 16);
}
