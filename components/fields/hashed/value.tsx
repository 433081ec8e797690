import type { ValueProps } from "@/components/fields/props/value-props";
import { secretPresenceText } from "./cell";

/** Shows whether a secret is set. */
export function HashedValue({ value }: ValueProps) {
  return <span className="text-ink-muted">{secretPresenceText(value)}</span>;
}
