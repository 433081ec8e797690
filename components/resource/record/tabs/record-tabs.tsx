import { useQueries, useQuery } from "@tanstack/react-query";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { type ReactNode, Suspense, useDeferredValue, useState } from "react";
import { historyOf } from "@/components/resource/record/history/history-query";
import {
  type EditedFields,
  useEditedFields,
} from "@/components/resource/record/overview/use-edited-fields";
import {
  RelatedTab,
  relatedQuery,
  useReferences,
  useRelatedSets,
} from "@/components/resource/record/related/related-tab";
import type { RecordProps } from "@/components/resource/record-props";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs } from "@/components/ui/tabs";
import { inSentence } from "@/components/words/sentence-case";
import { ClientOnly } from "@/lib/client/document/client-only";
import { isInDocument } from "@/lib/client/document/document-block";
import { useIsHistoryNavigation } from "@/lib/client/project/navigation";
import { useProject } from "@/lib/client/project/project";
import { countQuery } from "@/lib/client/queries/queries";
import { changeLog } from "@/lib/resources/system/change-log";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";

const tabs = ["overview", "related", "history", "api"] as const;

/** Returns the selected tab, which is in the address, and the function that selects another. */
export function useSelectedTab() {
  return useQueryState("tab", parseAsStringLiteral(tabs).withDefault("overview"));
}

const History = lazyWithRetry(
  async () => (await import("@/components/resource/record/history/history-tab")).HistoryTab,
);
const ApiTab = lazyWithRetry(
  async () => (await import("@/components/resource/record/api/api-tab")).ApiTab,
);

interface Props extends RecordProps {
  readonly overview: (edited: EditedFields) => ReactNode;
  /** Whether the tabs show how many records they hold. Each number is a request. */
  readonly isCounted?: boolean;
}

/** The parts of a record's page, one at a time. */
export function RecordTabs({ resource, record, overview, isCounted = false }: Props) {
  const [tab, setTab] = useSelectedTab();
  // Performance: rendering the facts and fetching related records takes several times as long as
  // everything above them.
  const [isHydrated] = useState(isInDocument);
  const isReturn = useIsHistoryNavigation();
  const isRestDue = useDeferredValue(true, isReturn || isHydrated);
  const related = useRelated(resource, record, isCounted && isRestDue);
  const { project } = useProject();
  const edited = useEditedFields();
  const id = String(record._id);
  const changes = useQuery({
    ...countQuery(changeLog, historyOf(resource, project._id, id)),
    enabled: isCounted && isRestDue,
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
          content: isRestDue && overview(edited),
        },
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
          content: (
            <ClientOnly fallback={fallback}>
              <History resource={resource} id={id} />
            </ClientOnly>
          ),
        },
        {
          ...{ id: "api", title: "API" },
          content: (
            <Suspense fallback={fallback}>
              <ApiTab resource={resource} record={record} />
            </Suspense>
          ),
        },
      ]}
    />
  );
}

/** Takes the place of a tab until its code is loaded. */
const fallback = <Skeleton className="w-1/2" />;

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
