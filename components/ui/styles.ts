/** Class names that several controls share. */
export const styles = {
  /** Text inputs: 32 px high, taller on touch screens. */
  input:
    "w-full min-w-0 rounded-sm border border-line-strong bg-surface-raised px-2.5 text-13 text-ink-strong placeholder:text-ink-muted focus:border-focus focus:outline-2 focus:outline-focus/40 focus:outline-offset-0 disabled:cursor-not-allowed disabled:border-line disabled:bg-surface-sunken disabled:text-ink-muted aria-invalid:border-danger",
  label: "font-medium text-13 text-ink-strong",
  help: "text-12 text-ink-muted",
  error: "text-12 text-danger",
  /** Elements that float above the page. */
  floating:
    "rounded-md border border-line bg-surface-floating text-ink shadow-xl outline-none transition duration-120 ease-open data-entering:opacity-0 data-exiting:opacity-0",
  /** One row of a menu or list of choices. */
  option:
    "flex min-h-8 cursor-default select-none items-center gap-2 rounded-sm px-2 text-13 text-ink outline-none data-disabled:text-ink-faint data-focused:bg-surface-sunken data-focused:text-ink-strong data-hovered:bg-surface-sunken pointer-coarse:min-h-11",
} as const;

/** Joins class names, without absent ones. */
export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
