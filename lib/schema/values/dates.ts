const pattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;

/**
 * Reads an ISO 8601 date or date-time with any offset and returns it in UTC with milliseconds
 * (`2026-01-31T09:00:00.000Z`). Returns undefined for any other text and outside the years 0001 to
 * 9999. A date alone is midnight UTC; a time without an offset is UTC.
 */
export function toUtcDate(text: string): string | undefined {
  const parts = pattern.exec(text);
  if (!parts) return undefined;
  const [, year, month, day, hour = "00", minute = "00", second = "00", fraction = "", offset] =
    parts;
  const millisecond = fraction.slice(0, 3).padEnd(3, "0");
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}.${millisecond}Z`;
  const time = Date.parse(local);
  if (Number.isNaN(time) || new Date(time).toISOString() !== local) return undefined;
  const shift = offsetMinutes(offset);
  if (shift === undefined) return undefined;
  const utc = new Date(time - shift * 60_000);
  const utcYear = utc.getUTCFullYear();
  return utcYear >= 1 && utcYear <= 9999 ? utc.toISOString() : undefined;
}

function offsetMinutes(offset: string | undefined): number | undefined {
  if (offset === undefined || offset === "Z" || offset === "z") return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(":", "") || "0");
  if (hours > 23 || minutes > 59) return undefined;
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}
