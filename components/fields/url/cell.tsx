import type { CellProps } from "@/components/fields/props/cell-props";

/** Links to an http or https address, shown without its scheme. Any other value stays text. */
export function UrlCell({ value }: CellProps) {
  const address = String(value);
  const shown = address.replace(/^https?:\/\//i, "").replace(/\/$/, "");
  if (!/^https?:\/\//i.test(address)) return <span className="block truncate">{address}</span>;
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer nofollow"
      tabIndex={-1}
      title={address}
      className="block truncate underline decoration-line-strong underline-offset-2 hover:text-ink-strong"
    >
      {shown}
    </a>
  );
}
