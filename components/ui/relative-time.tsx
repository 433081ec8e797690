import { useClock, useNow } from "@/lib/client/device/clock";
import { fullTime, relativeTime } from "@/lib/client/device/times";

interface Props {
  readonly instant: string;
  readonly className?: string;
}

/** Shows a time relative to now, with the full time on hover. */
export function RelativeTime({ instant, className }: Props) {
  const { zone } = useClock();
  const now = useNow();
  return (
    <time dateTime={instant} title={fullTime(instant, zone)} className={className}>
      {relativeTime(instant, now)}
    </time>
  );
}
