"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { recordInPath } from "@/components/layout/nav/record-in-path";
import { mayRead, type ProjectContext } from "@/lib/client/project/project";
import { recordQuery } from "@/lib/client/queries/queries";
import { preferencesQuery } from "@/lib/client/session/preferences";
import { savedViewsQuery } from "@/lib/client/views/saved-views";
import { resourceAt } from "@/lib/resources/index";

/**
 * Fetches the data of the page as soon as the user is known, while the frame around the page still
 * renders. Nothing is requested earlier, and nothing that the user may not read, because the
 * browser's console would show the rejected request.
 */
export function usePrefetchPage(context: ProjectContext | undefined): void {
  const client = useQueryClient();
  const path = usePathname();
  const { me, project, base = "" } = context ?? {};
  const person = me?._id;
  const within = project?._id;
  // The API is outside of React. Later pages fetch their own data.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only for the page that is opened first.
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
