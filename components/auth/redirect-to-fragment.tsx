"use client";

import { useEffect } from "react";
import { FrameSkeleton } from "@/components/ui/frame-fallback";

interface Props {
  readonly page: "/invite" | "/reset";
  readonly token: string;
}

/** Links of earlier versions have their secret in the path: it moves behind `#`, where later requests do not send it. */
export function RedirectToFragment({ page, token }: Props) {
  // Leaving the page is up to the browser.
  useEffect(() => {
    window.location.replace(`${page}#${token}`);
  }, [page, token]);
  return <FrameSkeleton />;
}
