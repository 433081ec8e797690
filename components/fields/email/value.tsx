import type { ValueProps } from "@/components/fields/props/value-props";
import { link } from "@/components/fields/url/value";

/** Shows an e-mail address as a link to write to it. */
export function EmailValue({ value }: ValueProps) {
  return (
    <a href={`mailto:${encodeURIComponent(String(value)).replaceAll("%40", "@")}`} className={link}>
      {String(value)}
    </a>
  );
}
