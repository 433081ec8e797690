import { isTimeZone } from "@/lib/schema/values/time-zone";

/**
 * Returns the setting of the clock for a typed name of a time zone; undefined if there is no such
 * zone. The list of the browser lacks names that it accepts, such as Asia/Kolkata.
 */
export function typedZone(text: string): string | undefined {
  const typed = text.trim().replaceAll(" ", "_");
  if (!isTimeZone(typed)) return undefined;
  const name = typed.toLowerCase();
  if (name === "utc") return name;
  return Intl.supportedValuesOf("timeZone").find((zone) => zone.toLowerCase() === name) ?? typed;
}
