/** Shows that something is pending. The label is for screen readers. */
export function Spinner({ label }: { readonly label: string }) {
  return (
    <span role="status" className="inline-grid">
      <svg viewBox="0 0 16 16" className="size-4 animate-spin" aria-hidden="true">
        <circle cx="8" cy="8" r="6" className="fill-none stroke-current/25" strokeWidth="2" />
        <path d="M14 8a6 6 0 0 0-6-6" className="fill-none stroke-current" strokeWidth="2" />
      </svg>
      <span className="sr-only">{label}</span>
    </span>
  );
}
