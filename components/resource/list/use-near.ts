"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef } from "react";
import { usePlace } from "@/lib/client/project";
import { recordQuery } from "@/lib/client/queries";
import type { Resource } from "@/lib/schema/resource";

/** How long a record is pointed at before it counts as likely to be opened. */
const dwellMs = 80;

/**
 * Makes ready what may be opened next: takes the id of a record that is pointed at or under the keyboard, and asks for
 * its page and its fields unless another follows at once. Nothing is asked for before: a list alone stays light.
 */
export function useNear(resource: Resource): (id: string) => void {
  const { base } = usePlace();
  const router = useRouter();
  const client = useQueryClient();
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const at = `${base}/${resource.path}`;

  return (id) => {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => {
      router.prefetch(`${at}/${id}`, whole);
      void client.prefetchQuery(recordQuery(resource, id));
    }, dwellMs);
  };
}

type PrefetchOptions = Parameters<ReturnType<typeof useRouter>["prefetch"]>[1];

/** The page itself, and not only what is around it; the router names the kinds in an enumeration of its own. */
const whole = { kind: "full" } as PrefetchOptions;
