"use client";

import { useState } from "react";
import { copyToClipboard } from "./copy-to-clipboard";

/**
 * Copies a text and confirms it for two seconds.
 *
 * @example <CopyButton text="curl …" what="command" />
 */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [said, setSaid] = useState("");
  const copy = async () => {
    const copied = await copyToClipboard(text);
    setSaid(copied ? "Copied" : "Copy failed. Select the text and copy it.");
    setTimeout(() => setSaid(""), 2_000);
  };
  return (
    <>
      <button
        type="button"
        onClick={copy}
        aria-label={said || `Copy: ${what}`}
        className="shrink-0 rounded-sm border border-line bg-surface px-2 text-12 text-ink-muted leading-6 hover:border-line-strong hover:text-ink-strong"
      >
        {said || "Copy"}
      </button>
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  );
}
