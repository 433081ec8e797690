import { useQueryClient } from "@tanstack/react-query";
// Next exports this nowhere else. If it moves, the build fails; a string literal would not.
import { PrefetchKind } from "next/dist/client/components/router-reducer/router-reducer-types";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { whenIdle } from "@/lib/client/device/when-idle";
import { useProject } from "@/lib/client/project/project";
import { inBackground } from "@/lib/client/queries/background-read";
import { recordQuery } from "@/lib/client/queries/queries";
import type { Resource } from "@/lib/schema/resource";

/** Delay before a hovered record counts as likely to be opened, in milliseconds. */
const hoverDelayMs = 80;

/** The User Timing mark from which on scripts are loaded for later pages. */
const prefetchMark = "tocsin:prefetch";

/** All records share the code of their page, so one prefetch loads it for the life of this page. */
let isCodeLoading = false;

/**
 * Returns a function that prefetches the page and the fields of a hovered or focused record, unless
 * another follows at once. When the first list is shown and the browser is idle, the page of the
 * record `first` is prefetched without its fields, for its code.
 */
export function usePrefetch(resource: Resource, first: string | undefined): (id: string) => void {
  const { base } = useProject();
  const router = useRouter();
  const client = useQueryClient();
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const at = `${base}/${resource.path}`;
  // The timer is the browser's and would outlive the list.
  useEffect(() => () => clearTimeout(waiting.current), []);
  const isShown = first !== undefined;
  // The network is outside of React.
  // biome-ignore lint/correctness/useExhaustiveDependencies: any record will do, and once is enough.
  useEffect(() => {
    if (!isShown || isCodeLoading) return undefined;
    return whenIdle(() => {
      isCodeLoading = true;
      performance.mark(prefetchMark);
      router.prefetch(`${at}/${first}`, wholePage);
    });
  }, [router, at, isShown]);

  return (id) => {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => {
      router.prefetch(`${at}/${id}`, wholePage);
      void client.prefetchQuery({ ...recordQuery(resource, id), meta: inBackground });
    }, hoverDelayMs);
  };
}

/** Prefetches the page itself, not only its layout. */
const wholePage = { kind: PrefetchKind.FULL };
