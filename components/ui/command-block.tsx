/**
 * Text for a terminal, exactly as it is to be typed. It wraps on a narrow screen, which does not
 * change the copied text.
 *
 * @example <CommandBlock>{"curl …"}</CommandBlock>
 */
export function CommandBlock({ children }: { children: string }) {
  return (
    <pre className="wrap-anywhere whitespace-pre-wrap border-line-strong border-l-2 bg-surface-sunken px-4 py-3 font-mono text-13 text-ink-strong">
      {children}
    </pre>
  );
}
