import { invalid } from "@/lib/errors";
import type { Draft } from "@/lib/operations/transaction/transaction";
import { faultAt } from "@/lib/schema/pointer";
import { isTimeZone } from "@/lib/schema/values/time-zone";

/** Throws 400 for a `timeZone` that is no name of the IANA database. */
export function checkTimeZone({ timeZone = null }: Draft): void {
  if (timeZone === null || isTimeZone(String(timeZone))) return;
  const problem = "must be the name of a time zone, such as UTC or Europe/Berlin";
  throw invalid([faultAt(["data", "timeZone"], "timeZone", problem)]);
}
