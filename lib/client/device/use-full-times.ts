import { useClock } from "./clock";
import { fullTime } from "./times";

/** A time in the chosen zone, and in that of the device or UTC if that is another zone. */
export interface FullTimes {
  readonly here: string;
  readonly elsewhere: string | undefined;
}

/** Returns the full texts of an instant. */
export function useFullTimes(instant: string): FullTimes {
  const { zone, deviceZone } = useClock();
  const other = zone === deviceZone ? "UTC" : deviceZone;
  return {
    here: fullTime(instant, zone),
    elsewhere: other === zone ? undefined : fullTime(instant, other),
  };
}
