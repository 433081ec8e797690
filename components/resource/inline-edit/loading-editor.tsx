/**
 * Placeholder of an editor while its code or the record is loading. Takes the focus: keys that the
 * user types meanwhile are no shortcuts. `isHidden` shows it to screen readers only.
 */
export function LoadingEditor({ isHidden = false }: { readonly isHidden?: boolean }) {
  return (
    <input
      ref={takeFocus}
      readOnly
      aria-label="Loading the editor"
      className={
        isHidden ? "sr-only" : "block h-8 w-full animate-pulse rounded-sm bg-line outline-none"
      }
    />
  );
}

function takeFocus(input: HTMLInputElement | null): void {
  input?.focus();
}
