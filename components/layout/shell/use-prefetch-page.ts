"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { recordInPath } from "@/components/layout/nav/record-in-path";
import { savedViewsQuery } from "@/components/resource/list/state/saved-views";
import { mayRead, type ProjectContext } from "@/lib/client/project/project";
import { recordQuery } from "@/lib/client/queries/queries";
import { preferencesQuery } from "@/lib/client/session/preferences";
import { resourceAt } from "@/lib/resources/index";

/**
 * Asks for what the page waits for as soon as it is known whose it is, while the frame around it is still to be drawn.
 * Nothing is asked for before, nor what this person may not read: a refusal would stand on the browser's console.
 */
export function usePrefetchPage(context: ProjectContext | undefined): void {
  const client = useQueryClient();
  const path = usePathname();
  const { me, project, base = "" } = context ?? {};
  const person = me?._id;
  const within = project?._id;
  // The API is outside of this page. Later pages ask for themselves.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page that is opened first, and no other.
  useEffect(() => {
    if (!context || within === undefined || person === undefined) return;
    const opened = recordInPath(path, base);
    if (opened && mayRead(context, opened.resource)) {
      void client.prefetchQuery(recordQuery(opened.resource, opened.id));
    }
    if (!resourceAt(path.slice(base.length + 1))) return;
    void client.prefetchQuery(preferencesQuery);
    void client.prefetchQuery(savedViewsQuery(within, person));
  }, [person, within]);
}
