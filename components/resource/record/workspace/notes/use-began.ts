import type { RecordProps } from "@/components/resource/record-props";
import { useClock } from "@/lib/client/device/clock";
import { fullTime } from "@/lib/client/device/times";

/** Returns the time at which a record began, with the zone; empty for kinds without a time. */
export function useBegan({ resource, record }: RecordProps): string {
  const { zone } = useClock();
  const began = record[resource.lifecycle?.began ?? ""];
  return typeof began === "string" ? fullTime(began, zone) : "";
}
