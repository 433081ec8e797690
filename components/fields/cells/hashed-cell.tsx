/** A secret is never shown, not even whether there is one. */
export function HashedCell() {
  return <span className="text-ink-muted">Never shown</span>;
}
