import type { ValueProps } from "@/components/fields/props/value-props";

/** Shows a web address. Only http and https addresses are links. */
export function UrlValue({ value }: ValueProps) {
  const address = String(value);
  if (!/^https?:\/\//i.test(address)) return <span className="wrap-anywhere">{address}</span>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow" className={link}>
      {address}
    </a>
  );
}

/** Style of a link to an address. */
export const link =
  "wrap-anywhere text-ink-strong underline decoration-line-strong underline-offset-2 hover:decoration-ink-strong";
