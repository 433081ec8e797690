/**
 * Placeholder of an editor while its code or the record is loading. Takes the focus: keys that the
 * user types meanwhile are no shortcuts.
 */
export function LoadingEditor() {
  return (
    <input
      ref={takeFocus}
      readOnly
      aria-label="Loading the editor"
      className="block h-8 w-full animate-pulse rounded-sm bg-line outline-none"
    />
  );
}

function takeFocus(input: HTMLInputElement | null): void {
  input?.focus();
}
