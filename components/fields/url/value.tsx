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

/** Shows an e-mail address as a link to write to it. */
export function EmailValue({ value }: ValueProps) {
  return (
    <a href={`mailto:${encodeURIComponent(String(value)).replaceAll("%40", "@")}`} className={link}>
      {String(value)}
    </a>
  );
}

/** Style of a link to an address. */
const link =
  "wrap-anywhere text-ink-strong underline decoration-line-strong underline-offset-2 hover:decoration-ink-strong";
