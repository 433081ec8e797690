import { useQueryState } from "nuqs";
import { Suspense, useLayoutEffect, useState } from "react";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Spinner } from "@/components/ui/spinner";
import { classes, styles } from "@/components/ui/styles";
import { useBrowserValue } from "@/lib/client/document/use-browser-value";
import { takeEarlyKeys } from "./buffered-shortcut";
import { openPaletteEvent, openPaletteWith } from "./open-palette";

const FindContent = lazyWithRetry(async () => (await import("./palette-content")).PaletteContent);

/**
 * The palette of records, pages and actions. It opens from anywhere, or by `?find=<text>` in a URL
 * of the console, and is loaded on first use.
 */
export function Palette({ onKeys }: { readonly onKeys: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const [linked, setLinked] = useQueryState("find");
  const isInBrowser = useBrowserValue(() => true, false);
  // Follows the window: buttons and keys in other parts of the page open the palette by an event. A
  // layout effect hears them from the first frame that shows them.
  useLayoutEffect(() => {
    const show = () => setIsOpen(true);
    window.addEventListener(openPaletteEvent, show);
    const typed = takeEarlyKeys();
    if (typed !== undefined) openPaletteWith(typed);
    return () => window.removeEventListener(openPaletteEvent, show);
  }, []);
  // A dialog has no place in the document.
  if (!isInBrowser || (!isOpen && linked === null)) return null;
  // The URL is restored before any navigation.
  const close = async (andThen?: () => void) => {
    setIsOpen(false);
    if (linked !== null) await setLinked(null);
    andThen?.();
  };
  return (
    <Suspense fallback={<Opening />}>
      <FindContent
        first={linked ?? ""}
        onKeys={onKeys}
        onClose={(andThen) => void close(andThen)}
      />
    </Suspense>
  );
}

/** Tells on a slow network that the palette is on its way. Text typed meanwhile is kept for it. */
function Opening() {
  return (
    <div
      className={classes(
        styles.floating,
        "fixed inset-x-4 top-[10vh] z-50 mx-auto flex max-w-sm items-center gap-2 px-4 py-3 text-13 text-ink-muted opacity-100 transition-opacity delay-300 duration-120 starting:opacity-0",
      )}
    >
      <Spinner label="Opening Find" />
      <span aria-hidden>Opening Find…</span>
    </div>
  );
}
