import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { hasSession } from "@/app/has-session";
import { ConsoleFrame } from "@/components/layout/shell/console-frame";

interface Props {
  readonly children: ReactNode;
  readonly params: Promise<{ project: string }>;
}

export default async function Layout({ children, params }: Props) {
  const { project } = await params;
  const held = await cookies();
  const clock = held.get("clock")?.value ?? "utc";
  const zone = held.get("zone")?.value ?? "UTC";
  const wasFolded = held.get("side-bar")?.value === "folded";
  const screen = held.get("screen")?.value ?? (await screenOfDevice());
  const isNarrow = screen === "narrow";
  const listHeight = heightIn(held.get("list-height")?.value);
  return (
    <ConsoleFrame
      {...{ project, clock, zone, wasFolded, isNarrow, listHeight }}
      hasSession={await hasSession()}
    >
      {children}
    </ConsoleFrame>
  );
}

/** Guesses the screen of a device that has no cookie yet. Browsers of phones say "Mobile" or "Mobi". */
async function screenOfDevice(): Promise<"narrow" | "wide"> {
  return /\bMobi/.test((await headers()).get("user-agent") ?? "") ? "narrow" : "wide";
}

/** Returns the height in a cookie, in pixels; undefined if it is missing or out of range. */
function heightIn(cookie: string | undefined): number | undefined {
  const height = Number(cookie);
  return height > 0 && height <= 4_000 ? height : undefined;
}
