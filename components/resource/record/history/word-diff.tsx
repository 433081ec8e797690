import type { ReactNode } from "react";
import { type TextPart, wordChanges } from "./word-changes";

interface Props {
  readonly before: string;
  readonly after: string;
  /** Fallback for texts that are too different to compare. */
  readonly otherwise: ReactNode;
}

/** Changes in a long text: removed words struck through, added ones underlined. */
export function WordDiff({ before, after, otherwise }: Props) {
  const stretches = wordChanges(before, after);
  if (!stretches) return otherwise;
  return (
    <p className="wrap-anywhere max-h-96 max-w-prose overflow-y-auto whitespace-pre-wrap">
      {stretches.map((stretch, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a comparison never move.
        <Part key={place} {...stretch} />
      ))}
    </p>
  );
}

function Part({ kind, text }: TextPart) {
  return parts[kind](text);
}

const parts: Readonly<Record<TextPart["kind"], (text: string) => ReactNode>> = {
  kept: (text) => <span className="text-ink-muted">{text}</span>,
  added: (text) => (
    <ins className="rounded-sm bg-ok/15 text-ink-strong underline decoration-ok underline-offset-2">
      <span className="sr-only">[added: </span>
      {text}
      <span className="sr-only">]</span>
    </ins>
  ),
  removed: (text) => (
    <del className="rounded-sm bg-danger/12 text-ink decoration-danger">
      <span className="sr-only">[removed: </span>
      {text}
      <span className="sr-only">]</span>
    </del>
  ),
  skipped: (text) => (
    <span className="mx-1 rounded-sm border border-line px-1 text-12 text-ink-muted">
      … {text} …
    </span>
  ),
};
