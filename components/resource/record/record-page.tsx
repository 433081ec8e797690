"use client";

import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { mergeLabelRequests, RecordLabels, referencedIds } from "@/components/fields/record-labels";
import { useDocumentRead } from "@/lib/client/document/document-read";
import { isProblem } from "@/lib/client/http/problem";
import { knownResource } from "@/lib/client/project/resource-at";
import { keys, type ListPage, type RecordRead, recordQuery } from "@/lib/client/queries/queries";
import { lifecycleOf } from "@/lib/client/saving/lifecycle";
import type { Resource } from "@/lib/schema/resource";
import { RecordHeader } from "./header/record-header";
import { OverviewSkeleton } from "./overview/overview-skeleton";
import { RecordOverview } from "./overview/record-overview";
import { PageSkeleton } from "./page-skeleton";
import { PublicationPanel } from "./publication/publication-panel";
import { DeletedNotice, ReadError } from "./read-problem";
import { RecordTabs } from "./tabs/record-tabs";
import { Workspace } from "./workspace/workspace";

interface Props {
  /** The path of its resource. */
  readonly path: string;
  readonly id: string;
}

/**
 * The page of one record. Its heading is rendered at once if a list knows the record. The overview
 * follows when all of it is read, because fields that come one after the other move those below.
 */
export function RecordPage({ path, id }: Props) {
  const resource = knownResource(path);
  const client = useQueryClient();
  const query = recordQuery(resource, id);
  useDocumentRead(query);
  const { data, error, isPlaceholderData } = useQuery({
    ...query,
    placeholderData: () => rowInLists(client, resource, id),
  });
  if (error && !data) return <ReadError error={error} resource={resource} id={id} />;
  if (!data) return <PageSkeleton />;
  const { record } = data;
  const notice = isProblem(error, "not_found", "forbidden") && (
    <DeletedNotice resource={resource} />
  );
  const lifecycle = lifecycleOf(resource);
  if (lifecycle) {
    return (
      <>
        {notice}
        <Workspace {...{ resource, record, lifecycle }} isWhole={!isPlaceholderData} />
      </>
    );
  }
  return (
    <RecordLabels
      ask={mergeLabelRequests(referencedIds(resource, [record]), { [resource.path]: [id] })}
    >
      {notice}
      <RecordHeader resource={resource} record={record} />
      {resource.publication && (
        <PublicationPanel {...{ resource, record, publication: resource.publication }} />
      )}
      <RecordTabs
        {...{ resource, record }}
        isCounted
        overview={(edited) =>
          isPlaceholderData ? (
            <OverviewSkeleton />
          ) : (
            <RecordOverview {...{ resource, record, edited }} />
          )
        }
      />
    </RecordLabels>
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
