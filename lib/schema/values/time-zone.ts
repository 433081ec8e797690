const longest = 64;

/** Returns true for the name of a time zone of the IANA database, such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  // Offsets such as +01:00 are no zones of the database.
  if (name.length > longest || !/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Returns a stored time zone; UTC for none, and for a name that this process does not know. */
export function timeZoneIn(value: unknown): string {
  return typeof value === "string" && isTimeZone(value) ? value : "UTC";
}
