import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { titleOf } from "@/components/words/field-title";
import { importWithRetry } from "@/lib/client/http/import-with-retry";
import { mayRead, useProject } from "@/lib/client/project/project";
import { resourceAt } from "@/lib/resources/index";
import { compileFilter } from "@/lib/schema/filter-text/compile";
import type { FilterNode, Vocabulary } from "@/lib/schema/filter-text/model";
import { parseFilter } from "@/lib/schema/filter-text/parse";
import { vocabularyOf } from "@/lib/schema/filter-text/vocabulary";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { namesInFilter } from "./filter-names";
import { filterResources } from "./filter-resources";

/** A parsed filter: its text, its query, and its errors. */
export interface ParsedFilter {
  /** The text from the URL, valid or not. */
  readonly text: string;
  readonly vocabulary: Vocabulary;
  readonly filter: FilterNode | undefined;
  /**
   * Returns the query at a time in milliseconds. Undefined while names are looked up, and for an
   * invalid filter.
   */
  readonly queryAt: ((now: number) => JsonObject) | undefined;
  readonly problems: readonly string[];
  /** A resource in the filter that the user may not read. No request is sent then. */
  readonly unreadable?: Resource | undefined;
}

const noProblems: readonly string[] = [];

/** Parses the text of a filter. Relative dates are resolved when the query is built. */
export function useFilter(resource: Resource, text: string): ParsedFilter {
  const context = useProject();
  const { me, project } = context;
  const [vocabulary] = useState(() => vocabularyOf(resource, titleOf, resourceAt));
  // Performance: a new filter object recomputes the labels of the whole list.
  const parsed = useMemo(() => parseFilter(text, vocabulary), [text, vocabulary]);
  const read = parsed.fault ? undefined : parsed.filter;
  const unreadable = filterResources(resource, read).find((one) => !mayRead(context, one));
  const hasNames = unreadable === undefined && namesInFilter(resource, read).size > 0;
  const resolved = useQuery({
    queryKey: ["labels", "names", resource.path, project._id, text],
    queryFn: async () => {
      const { resolveNames } = await importWithRetry(() => import("./resolve-names"));
      return read ? resolveNames(resource, read, project._id) : null;
    },
    enabled: hasNames,
  });
  const told = { text, vocabulary };
  if (parsed.fault) {
    return { ...told, filter: undefined, queryAt: undefined, problems: [parsed.fault.message] };
  }
  if (unreadable || (hasNames && resolved.isPending)) {
    return { ...told, filter: read, queryAt: undefined, problems: noProblems, unreadable };
  }
  const filter = (hasNames ? resolved.data : read) ?? read;
  const compiledAt = (now: number) =>
    compileFilter(resource, filter, { me: me._id, now, resolve: resourceAt });
  const { problems } = compiledAt(0);
  if (problems) return { ...told, filter, queryAt: undefined, problems };
  const queryAt = (now: number) => compiledAt(now).query ?? {};
  return { ...told, filter, queryAt, problems: noProblems };
}
