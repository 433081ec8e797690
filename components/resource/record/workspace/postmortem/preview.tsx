import { memo } from "react";
import { Markdown } from "@/components/fields/markdown/markdown";

/** How a text in Markdown reads. Parsing a long one takes a second, so it is parsed once a text. */
export const Preview = memo(function Preview({ text }: { readonly text: string }) {
  if (text.trim() === "") {
    return <p className="text-13 text-ink-muted">Nothing to preview yet.</p>;
  }
  return <Markdown text={text} />;
});
