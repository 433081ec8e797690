import type { RecordProps } from "@/components/resource/record-props";
import { useNow } from "@/lib/client/device/clock";
import { durationOf } from "@/lib/client/device/times";
import { FactRow } from "./fact-row";

/** How long an event lasted, or lasts so far. */
export function Durations({ record }: RecordProps) {
  const now = useNow();
  const { startsAt, endsAt = null } = record;
  if (typeof startsAt !== "string") return null;
  const end = typeof endsAt === "string" ? Date.parse(endsAt) : now;
  const length = durationOf(Math.max(0, end - Date.parse(startsAt)));
  return <FactRow title={endsAt === null ? "Duration so far" : "Duration"}>{length}</FactRow>;
}
