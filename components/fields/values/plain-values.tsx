"use client";

import { Copy } from "lucide-react";
import { secretPresenceText } from "@/components/fields/cells/hashed-cell";
import { Swatch } from "@/components/ui/dot";
import { NativeIconButton } from "@/components/ui/icon-button";
import { copyWithToast } from "@/components/ui/toast/copy-with-toast";
import { displayText } from "@/components/words/display-text";
import { titleOf } from "@/components/words/field-title";
import { useClock, useNow } from "@/lib/client/device/clock";
import { fullTime, relativeTime } from "@/lib/client/device/times";
import type { JsonValue } from "@/lib/schema/json";
import { FileName } from "./file-name";
import { JsonTree } from "./json-tree";
import { Markdown } from "./markdown";
import type { ValueProps } from "./value-props";

/** Shows the full time in the chosen zone, and the relative time. */
export function DateValue({ value }: ValueProps) {
  const { zone } = useClock();
  const now = useNow();
  const instant = String(value);
  return (
    <time dateTime={instant} className="tabular-nums">
      {fullTime(instant, zone)}
      <span className="text-ink-muted"> · {relativeTime(instant, now)}</span>
    </time>
  );
}

/** Shows an id or a slug, with a copy button. */
export function CodeValue({ value, column }: ValueProps) {
  return (
    <span className="flex items-start justify-between gap-1">
      <span className="wrap-anywhere font-mono text-12 leading-5">{String(value)}</span>
      <NativeIconButton
        label={`Copy: ${titleOf(column)}`}
        className="relative z-10 -my-1.5 shrink-0"
        onPress={() => void copyWithToast(String(value))}
      >
        <Copy size={14} aria-hidden />
      </NativeIconButton>
    </span>
  );
}

/** Shows text with its line breaks. */
export function TextValue({ value, column }: ValueProps) {
  return (
    <span dir="auto" className="wrap-anywhere whitespace-pre-wrap">
      {displayText(column.field, String(value))}
    </span>
  );
}

/** Shows long text, or a tree if the text is JSON. */
export function LongTextValue({ value }: ValueProps) {
  const text = String(value);
  const parsed = parsedObject(text);
  if (parsed !== undefined) return <JsonTree value={parsed} />;
  return (
    <div
      dir="auto"
      className="wrap-anywhere max-h-[32rem] max-w-prose overflow-y-auto whitespace-pre-wrap"
    >
      {text}
    </div>
  );
}

export function MarkdownValue({ value }: ValueProps) {
  return <Markdown text={String(value)} />;
}

export function BooleanValue({ value }: ValueProps) {
  return value === true ? "Yes" : "No";
}

/** Shows a number. A record number or a position has no thousands separators. */
export function NumberValue({ value, column }: ValueProps) {
  const { counts, ordersWithin } = column.field;
  const isPlain = counts !== undefined || ordersWithin !== undefined || typeof value !== "number";
  const shown = isPlain ? String(value) : value.toLocaleString("en");
  return <span className="tabular-nums">{shown}</span>;
}

export function JsonTreeValue({ value }: ValueProps) {
  return <JsonTree value={value} />;
}

export function ColorValue({ value }: ValueProps) {
  return (
    <span className="flex items-center gap-2">
      <Swatch color={String(value)} />
      <span className="font-mono text-12">{String(value)}</span>
    </span>
  );
}

export function EmailValue({ value }: ValueProps) {
  return (
    <a href={`mailto:${encodeURIComponent(String(value)).replaceAll("%40", "@")}`} className={link}>
      {String(value)}
    </a>
  );
}

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

const link =
  "wrap-anywhere text-ink-strong underline decoration-line-strong underline-offset-2 hover:decoration-ink-strong";

export function HashedValue({ value }: ValueProps) {
  return <span className="text-ink-muted">{secretPresenceText(value)}</span>;
}

export function FilesValue({ value }: ValueProps) {
  const ids = Array.isArray(value) ? value.map(String) : [String(value)];
  return (
    <ul className="grid gap-1">
      {ids.map((id) => (
        <li key={id}>
          <FileName id={id} />
        </li>
      ))}
    </ul>
  );
}

export function TextListValue({ value }: ValueProps) {
  const items = Array.isArray(value) ? value.map(String) : [];
  return (
    <ul className="grid gap-0.5">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

function parsedObject(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
