import type { MouseEvent } from "react";
import { copyWithToast } from "@/components/ui/toast/toast";
import { Tooltip } from "@/components/ui/tooltip";
import { useClock } from "@/lib/client/device/clock";
import { clockTime } from "@/lib/client/device/times";
import { useFullTimes } from "@/lib/client/device/use-full-times";

interface Props {
  readonly id: string;
  readonly at: string;
}

/**
 * The time of an entry, to the second; on hover and focus the date too, in the chosen zone and in
 * that of the device or UTC. The time is a link to the entry; a plain click copies its address.
 */
export function EntryTime({ id, at }: Props) {
  const { zone } = useClock();
  const { here, elsewhere } = useFullTimes(at);
  const text = elsewhere === undefined ? here : `${here} · ${elsewhere}`;
  return (
    <Tooltip text={text}>
      <a
        href={entryLink(id, at)}
        onClick={copyInstead}
        className="text-12 text-ink-muted tabular-nums hover:text-ink-strong hover:underline"
      >
        <time dateTime={at}>{clockTime(at, zone)}</time>
        <span className="sr-only"> link to this entry, {here}</span>
      </a>
    </Tooltip>
  );
}

function copyInstead(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  void copyWithToast(event.currentTarget.href);
}

/** Returns the address of an entry on its page: the story begins there, and the entry is marked. */
function entryLink(id: string, at: string): string {
  return `?${new URLSearchParams({ at, entry: id })}#${anchorOf(id)}`;
}

/** Returns the anchor of an entry. */
export function anchorOf(id: string): string {
  return `entry-${id}`;
}
