"use client";

import { useState } from "react";

/** The text kept on this device under a name, or undefined. For choices and ids only: nothing that records hold. */
export function readFromDevice(name: string): string | undefined {
  try {
    return localStorage.getItem(prefix + name) ?? undefined;
  } catch {
    // There is none on the server, and a browser may refuse it.
    return undefined;
  }
}

/** Keeps a text on this device; one that has no room forgets it when the page closes. */
export function saveToDevice(name: string, value: string): void {
  try {
    localStorage.setItem(prefix + name, value);
  } catch {
    // The page does not depend on it.
  }
}

/** What is kept under names of a person's own, which go on with the person's id. */
const personal = ["recent:", "side-bar:", "more:"];

/** Forgets what is kept for people on this device, but for one: for signing out, and for signing in after someone else. */
export function forgetPeople(but?: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      const beginning = personal.find((one) => key.startsWith(prefix + one));
      if (beginning === undefined) continue;
      const [person] = key.slice(prefix.length + beginning.length).split(":");
      if (person !== but) localStorage.removeItem(key);
    }
  } catch {
    // Nothing is kept where nothing can be.
  }
}

/** A switch that this device remembers under a name. Only for what is not rendered by the server. */
export function usePersistentSwitch(name: string, first = false): [boolean, (on: boolean) => void] {
  const [isOn, setOn] = useState(() => (readFromDevice(name) ?? String(first)) === "true");
  const set = (on: boolean) => {
    setOn(on);
    saveToDevice(name, String(on));
  };
  return [isOn, set];
}

const prefix = "tocsin:";
