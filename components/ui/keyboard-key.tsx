/** A key of the keyboard, by its label. */
export function KeyboardKey({ children }: { readonly children: string }) {
  return (
    <kbd className="inline-block min-w-5 rounded-sm border border-current/30 px-1 text-center font-sans text-12 leading-4">
      {children}
    </kbd>
  );
}
