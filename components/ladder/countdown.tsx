import { useSyncExternalStore } from "react";
import { serverTime } from "@/lib/client/device/server-time";
import { durationOf } from "@/lib/client/device/times";
import { documentTime } from "@/lib/client/document/document-block";

const second = 1_000;
const hour = 3_600 * second;

/** The time left until an instant, by the server's clock, to the second: "in 4:12". Then "now". */
export function Countdown({ instant }: { readonly instant: string }) {
  const now = useSyncExternalStore(watch, currentSecond, secondOfDocument);
  const left = Date.parse(instant) - now;
  return (
    <span role="timer" className="tabular-nums">
      {left <= 0 ? "now" : `in ${left >= hour ? durationOf(left) : clockOf(left)}`}
    </span>
  );
}

function clockOf(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / second);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function watch(onTick: () => void): () => void {
  const ticking = setInterval(onTick, second);
  return () => clearInterval(ticking);
}

function currentSecond(): number {
  return Math.floor(serverTime() / second) * second;
}

function secondOfDocument(): number {
  return Math.floor((documentTime() ?? Date.now()) / second) * second;
}
