import type { CellProps } from "./cell";

/** Whether there is a secret, where that is told; never the secret. */
export function HashedCell({ value }: Pick<CellProps, "value">) {
  return <span className="text-ink-muted">{secretPresenceText(value)}</span>;
}

/** The word for the presence of a secret: `true` and `false` as the server tells it, anything else as unknown. */
export function secretPresenceText(value: unknown): string {
  if (value === true) return "Set, never shown";
  return value === false ? "Not set" : "Never shown";
}
