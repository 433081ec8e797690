/**
 * Text for a terminal, exactly as it is to be typed; on a narrow screen it wraps, which copies the same.
 *
 * @example <Command>{"curl …"}</Command>
 */
export function CommandBlock({ children }: { children: string }) {
  return (
    <pre className="wrap-anywhere whitespace-pre-wrap border-line-strong border-l-2 bg-surface-sunken px-4 py-3 font-mono text-13 text-ink-strong">
      {children}
    </pre>
  );
}
