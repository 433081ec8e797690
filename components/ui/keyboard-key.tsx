import type { ReactNode } from "react";

/** A key of the keyboard, by its label. */
export function KeyboardKey({ children }: { readonly children: ReactNode }) {
  return (
    <kbd className="inline-block min-w-5 rounded-sm border border-current/30 px-1 text-center font-sans text-12 leading-4">
      {children}
    </kbd>
  );
}

/** The key that begins shortcuts: ⌘ on devices of Apple, Ctrl on others. Both keys work on all. */
export function CommandKey() {
  return (
    <KeyboardKey>
      <span className="apple:hidden">Ctrl</span>
      <span className="hidden apple:inline">⌘</span>
    </KeyboardKey>
  );
}
