import { invalid } from "@/lib/errors";
import { faultAt } from "@/lib/schema/pointer";
import type { Row } from "@/lib/schema/row";

/** Throws 400 for `endsAt` if an event would end before it starts. */
export function refuseEndBeforeStart({ startsAt, endsAt }: Row): void {
  if (typeof startsAt !== "string" || typeof endsAt !== "string" || endsAt >= startsAt) return;
  const problem = `must not be before startsAt, which is ${startsAt}`;
  throw invalid([faultAt(["data", "endsAt"], "endsAt", problem)]);
}
