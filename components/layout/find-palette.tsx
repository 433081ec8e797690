"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { findWanted } from "./find";

const FindContent = lazy(async () => ({
  default: (await import("./find-content")).FindContent,
}));

/** The palette that finds records and pages: opened from anywhere, loaded when first wanted. */
export function FindPalette() {
  const [isOpen, setIsOpen] = useState(false);
  // Follows the window: buttons and keys in other parts of the page ask for the palette by an event.
  useEffect(() => {
    const show = () => setIsOpen(true);
    window.addEventListener(findWanted, show);
    return () => window.removeEventListener(findWanted, show);
  }, []);
  if (!isOpen) return null;
  return (
    <Suspense>
      <FindContent onClose={() => setIsOpen(false)} />
    </Suspense>
  );
}
