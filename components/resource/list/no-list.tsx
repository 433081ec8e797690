"use client";

import { isolated } from "@/components/ui/isolated";
import { useClock } from "@/lib/client/clock";
import type { Resource } from "@/lib/schema/resource";
import { allOf, partsOf } from "./filter/parts";
import { sentenceOf } from "./filter/sentence";
import { ListProblem, NoRows, NotPermitted, WrongFilter } from "./list-states";
import type { ListPageState } from "./use-list-page";

/** In the place of the rows: why the list could not be read, or why it is empty. */
export function NoList({
  resource,
  page,
}: {
  readonly resource: Resource;
  readonly page: ListPageState;
}) {
  const { list, filter } = page;
  const [problem] = filter.problems;
  if (!list.isPermitted) return <NotPermitted resource={resource} />;
  if (problem !== undefined) return <WrongFilter problem={problem} onClear={page.showAll} />;
  if (!list.error) return <Empty resource={resource} page={page} />;
  return (
    <ListProblem
      resource={resource}
      error={list.error}
      onRetry={list.refetch}
      onClear={page.showAll}
    />
  );
}

function Empty({ resource, page }: { readonly resource: Resource; readonly page: ListPageState }) {
  const { zone } = useClock();
  const { labels, filter, view, setFilter } = page;
  const parts = partsOf(filter.filter);
  const conditions = parts.map((part, place) => ({
    text: sentenceOf({ resource, labels, zone }, part),
    drop: () => setFilter(allOf(parts.toSpliced(place, 1))),
  }));
  const search = {
    text: `Search for “${isolated(view.state.q)}”`,
    drop: () => view.change({ q: "" }),
  };
  return (
    <NoRows
      resource={resource}
      isFiltered={page.isFiltered}
      conditions={view.state.q === "" ? conditions : [...conditions, search]}
      onClear={page.showAll}
    />
  );
}
