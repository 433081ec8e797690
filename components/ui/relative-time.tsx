import { useNow } from "@/lib/client/device/clock";
import { relativeTime } from "@/lib/client/device/times";
import { useFullTimes } from "@/lib/client/device/use-full-times";

interface Props {
  readonly instant: string;
  readonly className?: string;
}

/** Shows a time relative to now, with the full time in both zones on hover. */
export function RelativeTime({ instant, className }: Props) {
  const { here, elsewhere } = useFullTimes(instant);
  const now = useNow();
  return (
    <time
      dateTime={instant}
      title={elsewhere === undefined ? here : `${elsewhere} · ${here}`}
      className={className}
    >
      {relativeTime(instant, now)}
    </time>
  );
}
