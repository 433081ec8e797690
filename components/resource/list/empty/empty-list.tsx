import { allOf, partsOf } from "@/components/resource/list/filter/filter-parts";
import { filterSentence } from "@/components/resource/list/filter/filter-sentence";
import { filterResources } from "@/components/resource/list/query/filter-resources";
import type { ListPageState } from "@/components/resource/list/state/use-list-page";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { useClock } from "@/lib/client/device/clock";
import { isProblem } from "@/lib/client/http/problem";
import { mayRead, useProject } from "@/lib/client/project/project";
import { resourceAt } from "@/lib/resources/index";
import type { Resource } from "@/lib/schema/resource";
import {
  FilterRefused,
  InvalidFilter,
  ListError,
  NoRows,
  NotPermitted,
  ViewMissing,
} from "./list-messages";

interface Props {
  readonly resource: Resource;
  readonly page: ListPageState;
}

/** Replaces the rows with the reason why the list could not be read or is empty. */
export function EmptyList({ resource, page }: Props) {
  const { list, filter, view } = page;
  const [problem] = filter.problems;
  if (!list.isPermitted) return <NotPermitted resource={resource} />;
  if (view.isMissing && !list.error) return <ViewMissing onClear={() => view.open(undefined)} />;
  if (problem !== undefined) return <InvalidFilter problem={problem} onClear={page.showAll} />;
  const about = filter.unreadable ?? refusedWithin(resource, list.error);
  if (about) return <FilterRefused about={about} onDrop={() => dropWhatAsks(about)} />;
  if (!list.error) return <Empty resource={resource} page={page} />;
  return (
    <ListError
      resource={resource}
      error={list.error}
      onRetry={list.refetch}
      onClear={page.showAll}
    />
  );

  function dropWhatAsks(other: Resource) {
    const parts = partsOf(filter.filter);
    const rest = parts.filter((part) => !filterResources(resource, part).includes(other));
    if (rest.length < parts.length) page.setFilter(allOf(rest));
    else page.showAll();
  }
}

/** Returns the resource that the API denied, if it is not the listed one. */
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
    text: filterSentence({ resource, labels, zone, mayRead: (one) => mayRead(here, one) }, part),
    drop: () => setFilter(allOf(parts.toSpliced(place, 1))),
  }));
  const search = {
    text: `Search for “${bidiIsolate(view.state.q)}”`,
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
