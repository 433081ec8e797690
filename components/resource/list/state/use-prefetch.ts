import { useQueryClient } from "@tanstack/react-query";
// Next exports this nowhere else. If it moves, the build fails; a string literal would not.
import { PrefetchKind } from "next/dist/client/components/router-reducer/router-reducer-types";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { useProject } from "@/lib/client/project/project";
import { recordQuery } from "@/lib/client/queries/queries";
import type { Resource } from "@/lib/schema/resource";

/** Delay before a hovered record counts as likely to be opened, in milliseconds. */
const hoverDelayMs = 80;

/**
 * Returns a function that prefetches the page and the fields of a hovered or focused record, unless
 * another follows at once. A list alone prefetches nothing.
 */
export function usePrefetch(resource: Resource): (id: string) => void {
  const { base } = useProject();
  const router = useRouter();
  const client = useQueryClient();
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const at = `${base}/${resource.path}`;
  // The timer is the browser's and would outlive the list.
  useEffect(() => () => clearTimeout(waiting.current), []);

  return (id) => {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => {
      // Prefetches the page itself, not only its layout.
      router.prefetch(`${at}/${id}`, { kind: PrefetchKind.FULL });
      void client.prefetchQuery(recordQuery(resource, id));
    }, hoverDelayMs);
  };
}
