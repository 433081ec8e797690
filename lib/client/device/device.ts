import { useSyncExternalStore } from "react";

/**
 * Returns the text stored under a name on this device, or undefined. Only for choices and ids,
 * never for values of records.
 */
export function readFromDevice(name: string): string | undefined {
  try {
    return localStorage.getItem(prefix + name) ?? undefined;
  } catch {
    // The server has no localStorage, and a browser may deny access.
    return undefined;
  }
}

/** Stores a text on this device. Without space or permission the text is dropped. */
export function saveToDevice(name: string, value: string): void {
  try {
    localStorage.setItem(prefix + name, value);
  } catch {
    // The page works without it.
  }
}

/** Prefixes of names that belong to one user; the user's id follows. */
const personal = ["recent:", "side-bar:", "more:"];

/** Deletes stored values of all users but `but`. For sign-out and the sign-in of another user. */
export function forgetPeople(but?: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      const beginning = personal.find((one) => key.startsWith(prefix + one));
      if (beginning === undefined) continue;
      const [person] = key.slice(prefix.length + beginning.length).split(":");
      if (person !== but) localStorage.removeItem(key);
    }
  } catch {
    // Without localStorage nothing is stored.
  }
}

/**
 * Returns a switch whose state is stored on this device under a name, off at first. The server does
 * not know the state and renders `onServer`.
 */
export function usePersistentSwitch(
  name: string,
  onServer = false,
): [boolean, (on: boolean) => void] {
  const read = () => switches.get(name) ?? readFromDevice(name) === "true";
  const isOn = useSyncExternalStore(onSwitch, read, () => onServer);
  const set = (on: boolean) => {
    switches.set(name, on);
    saveToDevice(name, String(on));
    for (const listener of listeners) listener();
  };
  return [isOn, set];
}

/** The switches set on this page. They work without storage, too. */
const switches = new Map<string, boolean>();
const listeners = new Set<() => void>();

function onSwitch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const prefix = "tocsin:";
