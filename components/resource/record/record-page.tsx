"use client";

import { type QueryClient, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { type ReactNode, Suspense, useDeferredValue, useState } from "react";
import { mergeLabelRequests, RecordLabels, referencedIds } from "@/components/fields/record-labels";
import type { RecordProps } from "@/components/resource/record-props";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs } from "@/components/ui/tabs";
import { inSentence } from "@/components/words/sentence-case";
import { isInDocument } from "@/lib/client/document/document-block";
import { useDocumentRead } from "@/lib/client/document/document-read";
import { isProblem } from "@/lib/client/http/problem";
import { useIsHistoryNavigation } from "@/lib/client/project/navigation";
import { useProject } from "@/lib/client/project/project";
import { knownResource } from "@/lib/client/project/resource-at";
import {
  countQuery,
  keys,
  type ListPage,
  type RecordRead,
  recordQuery,
} from "@/lib/client/queries/queries";
import { lifecycleOf } from "@/lib/client/saving/lifecycle";
import { changeLog } from "@/lib/resources/system/change-log";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { RecordHeader } from "./header/record-header";
import { historyOf } from "./history/history-query";
import { ExtraSection } from "./overview/extra-section";
import { OverviewTab } from "./overview/overview-tab";
import { useEditedFields } from "./overview/use-edited-fields";
import { PublicationPanel } from "./publication/publication-panel";
import { DeletedNotice, ReadError } from "./read-problem";
import { RelatedTab, relatedQuery, useReferences, useRelatedSets } from "./related/related-tab";
import { useRecordReads } from "./use-record-reads";

interface Props {
  /** The path of its resource. */
  readonly path: string;
  readonly id: string;
}

/**
 * The page of one record. Fields known from a list are rendered at once: first the name and state,
 * then the rest, deferred so that it blocks no input.
 */
export function RecordPage({ path, id }: Props) {
  const resource = knownResource(path);
  const client = useQueryClient();
  const query = recordQuery(resource, id);
  useDocumentRead(query);
  const { data, error } = useQuery({
    ...query,
    placeholderData: () => rowInLists(client, resource, id),
  });
  if (error && !data) return <ReadError error={error} resource={resource} id={id} />;
  if (!data) return <PageSkeleton />;
  const { record } = data;
  return (
    <RecordLabels
      ask={mergeLabelRequests(referencedIds(resource, [record]), { [resource.path]: [id] })}
    >
      {isProblem(error, "not_found", "forbidden") && <DeletedNotice resource={resource} />}
      <Parts resource={resource} record={record} />
    </RecordLabels>
  );
}

function Parts({ resource, record }: RecordProps) {
  useRecordReads(resource, record);
  return (
    <>
      <RecordHeader resource={resource} record={record} />
      {resource.publication && (
        <PublicationPanel {...{ resource, record, publication: resource.publication }} />
      )}
      <RecordTabs resource={resource} record={record} />
    </>
  );
}

const tabs = ["overview", "timeline", "related", "history", "api"] as const;

const TimelineTab = lazyWithRetry(
  async () => (await import("./timeline/timeline-tab")).TimelineTab,
);
const History = lazyWithRetry(async () => (await import("./history/history-tab")).HistoryTab);
const ApiTab = lazyWithRetry(async () => (await import("./api/api-tab")).ApiTab);

function RecordTabs({ resource, record }: RecordProps) {
  const [tab, setTab] = useQueryState("tab", parseAsStringLiteral(tabs).withDefault("overview"));
  // Performance: rendering the facts and fetching related records takes several times as long as
  // everything above them.
  const [isHydrated] = useState(isInDocument);
  const isReturn = useIsHistoryNavigation();
  const isRestDue = useDeferredValue(true, isReturn || isHydrated);
  const related = useRelated(resource, record, isRestDue);
  const { project } = useProject();
  const edited = useEditedFields();
  const id = String(record._id);
  const changes = useQuery({
    ...countQuery(changeLog, historyOf(resource, project._id, id)),
    enabled: isRestDue,
  });
  return (
    <Tabs
      label={`About this ${inSentence(resource.name)}`}
      selected={tab}
      onSelect={(chosen) => void setTab(tabs.find((one) => one === chosen) ?? "overview")}
      items={[
        {
          ...{ id: "overview", title: "Overview" },
          isKept: edited.isAny,
          content: isRestDue && (
            <>
              <ExtraSection {...{ resource, record }} />
              <OverviewTab {...{ resource, record, edited }} />
            </>
          ),
        },
        ...(lifecycleOf(resource)
          ? [
              {
                ...{ id: "timeline", title: "Timeline" },
                content: withSkeleton(<TimelineTab resource={resource} record={record} />),
              },
            ]
          : []),
        ...(related.isReadable
          ? [
              {
                ...{ id: "related", title: "Related", ...counted(related.count) },
                content: <RelatedTab resource={resource} record={record} />,
              },
            ]
          : []),
        {
          ...{ id: "history", title: "History", ...counted(changes.data) },
          content: withSkeleton(<History resource={resource} id={id} />),
        },
        {
          ...{ id: "api", title: "API" },
          content: withSkeleton(<ApiTab resource={resource} record={record} />),
        },
      ]}
    />
  );
}

/** Wraps a tab that is loaded when it is first opened. */
function withSkeleton(content: ReactNode): ReactNode {
  return <Suspense fallback={<Skeleton className="w-1/2" />}>{content}</Suspense>;
}

function counted(count: number | undefined): { readonly count?: number } {
  return count === undefined ? {} : { count };
}

/**
 * Returns whether the user may read any related records, and their total once all are counted.
 * Fetches nothing before `isDue`.
 */
function useRelated(resource: Resource, record: Row, isDue: boolean) {
  const { project } = useProject();
  const all = useRelatedSets(resource, record);
  const isReadable = all.length + useReferences(resource, record).length > 0;
  const sets = isDue ? all : [];
  const counts = useQueries({ queries: sets.map((set) => relatedQuery(set, project._id)) });
  const isCounted = isDue && all.length > 0 && counts.every(({ data }) => data !== undefined);
  const count = counts.reduce((sum, { data }) => sum + Math.max(0, data?.count ?? 0), 0);
  return { isReadable, count: isCounted ? count : undefined };
}

function PageSkeleton() {
  return (
    <div className="grid gap-3" role="status" aria-label="Loading">
      <Skeleton className="w-24" />
      <Skeleton className="h-6! w-2/3" />
      <Skeleton className="w-1/2" />
      <Skeleton className="mt-6 w-full" />
      <Skeleton className="w-5/6" />
    </div>
  );
}

/** Returns the fields of a record that a list in the cache holds. */
function rowInLists(client: QueryClient, resource: Resource, id: string): RecordRead | undefined {
  const lists = client.getQueriesData<Partial<ListPage>>({
    queryKey: [...keys.of(resource), "list"],
  });
  const row = lists.flatMap(([, page]) => page?.data ?? []).find(({ _id }) => _id === id);
  return row && { record: row, etag: undefined };
}
