import type { JsonValue } from "@/lib/schema/json";

const prefix = "name:";

/** Returns the input value of a typed name that chooses no record. It cannot be saved. */
export function asUnchosen(name: string): string {
  return prefix + name;
}

/** Returns the first typed name in an input value that chooses no record; undefined without one. */
export function unchosenName(value: JsonValue | readonly string[] | undefined): string | undefined {
  const found = [value]
    .flat()
    .map(String)
    .find((one) => one.startsWith(prefix));
  return found?.slice(prefix.length);
}

/** Returns true for an input value that is a chosen record, neither empty nor a typed name. */
export function isChosen(value: string): boolean {
  return value !== "" && unchosenName(value) === undefined;
}

/** Returns the error of such a value, worded to follow the field's name. */
export function unchosenError(value: JsonValue | readonly string[]): string | undefined {
  const name = unchosenName(value);
  if (name === undefined) return undefined;
  return `has “${name}”, which is not chosen from the list: choose a record, or remove the text`;
}
