import type { CellProps } from "@/components/fields/props/cell-props";

/** Shows whether a secret is set, if the server reports it. Never shows the secret. */
export function HashedCell({ value }: Pick<CellProps, "value">) {
  return <span className="text-ink-muted">{secretPresenceText(value)}</span>;
}

/**
 * Returns the word for the presence of a secret. The server sends `true` or `false`. Any other
 * value is unknown.
 */
function secretPresenceText(value: unknown): string {
  if (value === true) return "Set (hidden)";
  return value === false ? "Not set" : "Hidden";
}
