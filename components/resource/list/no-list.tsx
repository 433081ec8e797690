"use client";

import { isolated } from "@/components/ui/isolated";
import { useClock } from "@/lib/client/clock";
import { isProblem } from "@/lib/client/problem";
import { mayRead, useProject } from "@/lib/client/project";
import { resourceAt } from "@/lib/resources/index";
import type { Resource } from "@/lib/schema/resource";
import { askedResources } from "./asked-resources";
import { allOf, partsOf } from "./filter/parts";
import { sentenceOf } from "./filter/sentence";
import { FilterRefused, ListProblem, NoRows, NotPermitted, WrongFilter } from "./list-states";
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
  const about = filter.unreadable ?? refusedWithin(resource, list.error);
  if (about) return <FilterRefused about={about} onDrop={() => dropWhatAsks(about)} />;
  if (!list.error) return <Empty resource={resource} page={page} />;
  return (
    <ListProblem
      resource={resource}
      error={list.error}
      onRetry={list.refetch}
      onClear={page.showAll}
    />
  );

  function dropWhatAsks(other: Resource) {
    const parts = partsOf(filter.filter);
    const rest = parts.filter((part) => !askedResources(resource, part).includes(other));
    if (rest.length < parts.length) page.setFilter(allOf(rest));
    else page.showAll();
  }
}

/** What the API refused, where that is another resource than the one listed. */
function refusedWithin(resource: Resource, error: Error | null): Resource | undefined {
  const path = isProblem(error, "forbidden") ? error.refused?.resource : undefined;
  return path === resource.path ? undefined : resourceAt(path ?? "");
}

function Empty({ resource, page }: { readonly resource: Resource; readonly page: ListPageState }) {
  const { zone } = useClock();
  const here = useProject();
  const { labels, filter, view, setFilter } = page;
  const parts = partsOf(filter.filter);
  const conditions = parts.map((part, place) => ({
    text: sentenceOf({ resource, labels, zone, mayRead: (one) => mayRead(here, one) }, part),
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
