"use client";

import { useQueryClient } from "@tanstack/react-query";
// Next exports this nowhere else; were it to move, the build would say so, and a text in its place would not.
import { PrefetchKind } from "next/dist/client/components/router-reducer/router-reducer-types";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { useProject } from "@/lib/client/project/project";
import { recordQuery } from "@/lib/client/queries/queries";
import type { Resource } from "@/lib/schema/resource";

/** How long a record is pointed at before it counts as likely to be opened. */
const hoverDelayMs = 80;

/**
 * Makes ready what may be opened next: takes the id of a record that is pointed at or under the keyboard, and asks for
 * its page and its fields unless another follows at once. Nothing is asked for before: a list alone stays light.
 */
export function usePrefetch(resource: Resource): (id: string) => void {
  const { base } = useProject();
  const router = useRouter();
  const client = useQueryClient();
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const at = `${base}/${resource.path}`;
  // The timer is the browser's, and goes on when the list is left.
  useEffect(() => () => clearTimeout(waiting.current), []);

  return (id) => {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => {
      // The page itself, and not only what is around it.
      router.prefetch(`${at}/${id}`, { kind: PrefetchKind.FULL });
      void client.prefetchQuery(recordQuery(resource, id));
    }, hoverDelayMs);
  };
}
