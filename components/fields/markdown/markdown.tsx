import { Suspense } from "react";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { useBrowserValue } from "@/lib/client/document/use-browser-value";

const Rendered = lazyWithRetry(async () => (await import("./rendered-markdown")).RenderedMarkdown);

/**
 * Shows rendered Markdown. The renderer is loaded on first use; until then, and without scripts, the
 * text is shown as it is. The server renders none, because a long text would stop other requests.
 */
export function Markdown({ text }: { readonly text: string }) {
  const isInBrowser = useBrowserValue(() => true, false);
  const source = (
    <div className="wrap-anywhere max-w-prose whitespace-pre-wrap text-14">{text}</div>
  );
  return <Suspense fallback={source}>{isInBrowser ? <Rendered text={text} /> : source}</Suspense>;
}
