"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { titleOf } from "@/components/fields/title";
import { usePlace } from "@/lib/client/project";
import { compileFilter } from "@/lib/schema/filter-text/compile";
import type { FilterNode, Vocabulary } from "@/lib/schema/filter-text/model";
import { parseFilter } from "@/lib/schema/filter-text/parse";
import { vocabularyOf } from "@/lib/schema/filter-text/vocabulary";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { namesIn, resolveNames } from "./resolve-names";

/** A filter from its text: what it says, the query it makes, and what is wrong with it. */
export interface UsedFilter {
  readonly vocabulary: Vocabulary;
  readonly filter: FilterNode | undefined;
  /** Undefined while names in it are looked up, and where it is wrong. */
  readonly query: JsonObject | undefined;
  readonly problems: readonly string[];
}

const noProblems: readonly string[] = [];

/** Reads the text of a filter. Relative dates count from when the list was opened, so that pages fit together. */
export function useFilter(resource: Resource, text: string): UsedFilter {
  const { me, project } = usePlace();
  const [now] = useState(Date.now);
  const [vocabulary] = useState(() => vocabularyOf(resource, titleOf));
  const parsed = parseFilter(text, vocabulary);
  const read = parsed.fault ? undefined : parsed.filter;
  const hasNames = namesIn(resource, read).size > 0;
  const resolved = useQuery({
    queryKey: ["labels", "names", resource.path, project._id, text],
    queryFn: () => (read ? resolveNames(resource, read, project._id) : null),
    enabled: hasNames,
  });
  if (parsed.fault) {
    return { vocabulary, filter: undefined, query: undefined, problems: [parsed.fault.message] };
  }
  if (hasNames && resolved.isPending) {
    return { vocabulary, filter: read, query: undefined, problems: noProblems };
  }
  const filter = (hasNames ? resolved.data : read) ?? read;
  const compiled = compileFilter(resource, filter, { me: me._id, now });
  if (compiled.problems) {
    return { vocabulary, filter, query: undefined, problems: compiled.problems };
  }
  return { vocabulary, filter, query: compiled.query, problems: noProblems };
}
