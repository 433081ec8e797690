"use client";

import { Badge } from "@/components/ui/badge";
import { mayRead, usePlace } from "@/lib/client/project";
import { resourceAt } from "@/lib/resources/index";
import { shortId } from "./cells/id-cell";

/**
 * What stands for a record that has no name here. The API answers an id of a kind that one may not read like an id of
 * nothing: only of a kind that this person may read is it said that the record is missing.
 */
export function UnknownRecord({ path, id }: { readonly path: string; readonly id: string }) {
  const { badge, sentence } = useUnknown(path);
  return (
    <span className="inline-flex items-center gap-2" title={`${sentence} ${id}`}>
      <Badge {...(badge === "missing" && { tone: "warn" as const })}>{badge}</Badge>
      <span className="font-mono text-12 text-ink-muted">{shortId(id)}</span>
      <span className="sr-only">{sentence}</span>
    </span>
  );
}

/** How it is said that a record of a kind has no name here. */
export function useUnknown(path: string): {
  readonly badge: "missing" | "no access";
  readonly sentence: string;
} {
  const place = usePlace();
  const kind = resourceAt(path);
  if (kind && !mayRead(place, kind)) {
    return { badge: "no access", sentence: `You may not read ${kind.plural}.` };
  }
  return { badge: "missing", sentence: "No record that you may read has this id." };
}
