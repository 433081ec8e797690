import { useClock, useNow } from "@/lib/client/device/clock";
import { fullTime, relativeTime } from "@/lib/client/device/times";

/** Shows a time relative to now, with the full time on hover. */
export function RelativeTime({ instant }: { readonly instant: string }) {
  const { zone } = useClock();
  const now = useNow();
  return (
    <time dateTime={instant} title={fullTime(instant, zone)}>
      {relativeTime(instant, now)}
    </time>
  );
}
