"use client";

import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from "react";
import { saveInCookie } from "./cookies";
import { readFromDevice, saveToDevice } from "./device";

/** Whose clock times are shown by: this device's, UTC, or an IANA zone by name. */
export type ClockSetting = "local" | "utc" | (string & {});

/** How every time on the page is shown. */
export interface Clock {
  readonly setting: ClockSetting;
  /** The IANA name of the zone in use. */
  readonly zone: string;
  /** Chooses another clock, everywhere at once. */
  readonly choose: (setting: ClockSetting) => void;
}

const ClockContext = createContext<Clock>({
  setting: "utc",
  zone: "UTC",
  choose: () => undefined,
});

/** The clock that times are to be shown by. */
export function useClock(): Clock {
  return useContext(ClockContext);
}

/** Sets the clock of all that is inside; `onChoose` remembers the choice. */
export function ClockProvider({
  setting,
  onChoose,
  children,
}: {
  readonly setting: ClockSetting;
  readonly onChoose: (setting: ClockSetting) => void;
  readonly children: ReactNode;
}) {
  const clock = useMemo(
    () => ({ setting, zone: zoneOf(setting), choose: onChoose }),
    [setting, onChoose],
  );
  return <ClockContext value={clock}>{children}</ClockContext>;
}

/** The setting after this one: UTC, this device's zone, the zone that was chosen last on this device. */
export function clockAfter(setting: ClockSetting): ClockSetting {
  const own = readFromDevice(lastZone);
  const all = ["utc", "local", ...(own === undefined ? [] : [own])];
  return all[(all.indexOf(setting) + 1) % all.length] ?? "utc";
}

/** The zone that was chosen by name, now or last on this device. */
export function namedZone(setting: ClockSetting): string | undefined {
  return setting === "utc" || setting === "local" ? readFromDevice(lastZone) : setting;
}

/** Keeps a setting on this device; a named zone also for when another one was chosen since. */
export function saveClock(setting: ClockSetting): void {
  saveInCookie("clock", setting);
  if (setting !== "utc" && setting !== "local") saveToDevice(lastZone, setting);
}

const lastZone = "zone";

/** The zone a setting means here; UTC where it names none that this browser knows. */
export function zoneOf(setting: ClockSetting): string {
  if (setting === "utc") return "UTC";
  if (setting === "local") return Intl.DateTimeFormat().resolvedOptions().timeZone;
  try {
    return Intl.DateTimeFormat("en", { timeZone: setting }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}

/** The time now in milliseconds, renewed every half minute, the same for all who ask. */
export function useNow(): number {
  return useSyncExternalStore(watchTime, halfMinute, halfMinute);
}

const watching = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;

/** One timer for all: a list shows a hundred times and more. */
function watchTime(onTick: () => void): () => void {
  watching.add(onTick);
  ticking ??= setInterval(() => {
    for (const tick of watching) tick();
  }, 5_000);
  return () => {
    watching.delete(onTick);
    if (watching.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

function halfMinute(): number {
  return Math.floor(Date.now() / 30_000) * 30_000;
}
