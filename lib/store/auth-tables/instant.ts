/** Returns a stored time. One engine returns times as text, the other as dates. */
export function instantOf(stored: unknown): Date {
  return stored instanceof Date ? stored : new Date(String(stored));
}
