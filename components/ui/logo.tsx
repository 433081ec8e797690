/**
 * The logo: a bell with its body in the color of the text and its clapper in the accent color. The
 * name is next to it.
 */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" className="size-5" aria-hidden="true" focusable="false">
      <path
        className="fill-ink-strong"
        transform="rotate(14 16 4)"
        d="M16 3c-5.2 0-8.4 3.9-8.4 9.2 0 5.4-1.4 7.8-3.4 9.6-.5.5-.2 1.2.5 1.2h22.6c.7 0 1-.7.5-1.2-2-1.8-3.4-4.2-3.4-9.6C24.4 6.9 21.2 3 16 3Z"
      />
      <circle className="fill-accent" cx="17.6" cy="27.4" r="3" />
    </svg>
  );
}
