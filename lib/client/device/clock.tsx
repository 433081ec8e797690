import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from "react";
import { documentTime } from "@/lib/client/document/document-block";
import { useBrowserValue } from "@/lib/client/document/use-browser-value";
import { saveInCookie } from "./cookies";
import { readFromDevice, saveToDevice } from "./device";
import { serverTime } from "./server-time";
import { watchTime } from "./watch-time";

/** Time zone for displayed times: the device's zone, UTC, or an IANA zone name. */
export type ClockSetting = "local" | "utc" | (string & {});

/** Time zone of every time on the page, and the way to change it. */
export interface Clock {
  readonly setting: ClockSetting;
  /** IANA name of the zone in use. */
  readonly zone: string;
  /** IANA name of the zone of this device; UTC in the document and until it is hydrated. */
  readonly deviceZone: string;
  /** Changes the setting for the whole page. */
  readonly choose: (setting: ClockSetting) => void;
}

const ClockContext = createContext<Clock>({
  setting: "utc",
  zone: "UTC",
  deviceZone: "UTC",
  choose: () => undefined,
});

/** Returns the clock of the nearest `ClockProvider`; UTC without one. */
export function useClock(): Clock {
  return useContext(ClockContext);
}

interface ClockProviderProps {
  readonly setting: ClockSetting;
  /** The zone of this device as far as the server knows it; UTC if it does not. */
  readonly knownZone: string;
  readonly onChoose: (setting: ClockSetting) => void;
  readonly children: ReactNode;
}

/** Sets the clock of its children. `onChoose` stores the choice. */
export function ClockProvider(props: ClockProviderProps) {
  const { setting, knownZone, onChoose, children } = props;
  const onServer = zoneOf(setting === "local" ? knownZone : setting);
  const zone = useBrowserValue(() => zoneOf(setting), onServer);
  const deviceZone = useBrowserValue(() => zoneOf("local"), "UTC");
  const clock = useMemo(
    () => ({ setting, zone, deviceZone, choose: onChoose }),
    [setting, zone, deviceZone, onChoose],
  );
  return <ClockContext value={clock}>{children}</ClockContext>;
}

/**
 * Returns the next setting in the cycle: UTC, the device's zone, the named zone chosen last on this
 * device.
 */
export function clockAfter(setting: ClockSetting): ClockSetting {
  const own = readFromDevice(lastZone);
  const all = ["utc", "local", ...(own === undefined ? [] : [own])];
  return all[(all.indexOf(setting) + 1) % all.length] ?? "utc";
}

/** Returns the current named zone, else the named zone chosen last on this device. */
export function namedZone(setting: ClockSetting): string | undefined {
  return setting === "utc" || setting === "local" ? readFromDevice(lastZone) : setting;
}

/**
 * Stores a setting on this device, and the device's zone if times are shown in it. A named zone
 * stays stored after another setting is chosen.
 */
export function saveClock(setting: ClockSetting): void {
  saveInCookie("clock", setting);
  if (setting === "local") saveInCookie("zone", zoneOf("local"));
  if (setting !== "utc" && setting !== "local") saveToDevice(lastZone, setting);
}

const lastZone = "zone";

/** Returns the IANA name of the zone of a setting; UTC if this browser does not know the zone. */
export function zoneOf(setting: ClockSetting): string {
  if (setting === "utc") return "UTC";
  if (setting === "local") return Intl.DateTimeFormat().resolvedOptions().timeZone;
  try {
    return Intl.DateTimeFormat("en", { timeZone: setting }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}

/**
 * Returns the time of the server in milliseconds, rounded down to 30 s. All components share the
 * value. In the document and until it is hydrated, it is the time of the document.
 */
export function useNow(): number {
  return useSyncExternalStore(watchTime, halfMinute, halfMinuteOfDocument);
}

function halfMinute(): number {
  return toHalfMinute(serverTime());
}

function halfMinuteOfDocument(): number {
  return toHalfMinute(documentTime() ?? Date.now());
}

function toHalfMinute(time: number): number {
  return Math.floor(time / 30_000) * 30_000;
}
