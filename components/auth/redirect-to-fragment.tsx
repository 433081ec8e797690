"use client";

import { useEffect } from "react";
import { FrameSkeleton } from "@/components/ui/frame-fallback";

interface Props {
  readonly page: "/invite" | "/reset";
  readonly token: string;
}

/**
 * Moves the secret of a link behind `#`, where later requests do not send it. Links of earlier
 * versions have it in the path.
 */
export function RedirectToFragment({ page, token }: Props) {
  // The navigation is a full page load, outside of React.
  useEffect(() => {
    window.location.replace(`${page}#${token}`);
  }, [page, token]);
  return <FrameSkeleton />;
}
