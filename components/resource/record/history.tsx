"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { titleOf } from "@/components/fields/title";
import { FieldValue } from "@/components/fields/values/values";
import { idsIn, RecordLabels, together } from "@/components/resource/record-labels";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { call } from "@/lib/client/api";
import { useClock, useNow } from "@/lib/client/clock";
import { explain } from "@/lib/client/problem";
import { usePlace } from "@/lib/client/project";
import type { ListPage } from "@/lib/client/queries";
import { fullTime, relativeTime } from "@/lib/client/times";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { Column } from "@/lib/schema/shape";
import { channelOf, fieldChanges, verbOf } from "./changes";

/** Everything that was ever changed about a record, the latest first. */
export function History({ resource, id }: { readonly resource: Resource; readonly id: string }) {
  const { project } = usePlace();
  const query = historyOf(resource, project._id, id);
  const log = useInfiniteQuery({
    queryKey: ["records", "change-log", "of", query],
    initialPageParam: "",
    queryFn: async ({ pageParam: cursor, signal }) => {
      const body = { query, sort: { at: -1 }, limit: 25, cursor, count: "none" };
      return (await call<ListPage>("POST", "/api/change-log/get-list", { body, signal })).data;
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  if (log.error) return <p role="alert">{explain(log.error)}</p>;
  if (!log.data) return <Skeleton className="w-1/2" />;
  const entries = log.data.pages.flatMap(({ data }) => data);
  if (entries.length === 0) {
    return (
      <p className="text-13 text-ink-muted">
        Nothing was changed since changes are logged, or you may not read the log.
      </p>
    );
  }
  return (
    <RecordLabels ask={together(...entries.map((entry) => idsOfEntry(resource, entry)))}>
      <ol aria-label="Changes, the latest first" className="grid max-w-3xl gap-5">
        {entries.map((entry) => (
          <Entry key={String(entry._id)} resource={resource} entry={entry} />
        ))}
      </ol>
      {log.hasNextPage && (
        <Button
          className="mt-4"
          isPending={log.isFetchingNextPage}
          onPress={() => void log.fetchNextPage()}
        >
          Show older changes
        </Button>
      )}
    </RecordLabels>
  );
}

/** The query for all entries of the log about one record. */
export function historyOf(resource: Resource, project: string, id: string): JsonObject {
  return { projectId: project, resource: resource.path, recordId: id };
}

function Entry({ resource, entry }: { readonly resource: Resource; readonly entry: Row }) {
  const { zone } = useClock();
  const now = useNow();
  const changes = fieldChanges(resource, entry);
  const at = String(entry.at);
  const isCreation = entry.operation === "create";
  return (
    <li className="grid min-w-0 gap-1.5 border-line border-l-2 pl-4">
      <p className="text-13">
        <strong className="font-medium text-ink-strong">
          {String(entry.actorName ?? "Someone")}
        </strong>{" "}
        {verbOf(entry.operation)}
        <span className="text-ink-muted">
          {" "}
          {channelOf(entry.channel)} ·{" "}
          <time dateTime={at} className="tabular-nums">
            {fullTime(at, zone)}
          </time>{" "}
          · {relativeTime(at, now)}
        </span>
      </p>
      <Changes changes={changes} isCreation={isCreation} />
    </li>
  );
}

function Changes(props: {
  readonly changes: ReturnType<typeof fieldChanges>;
  readonly isCreation: boolean;
}) {
  const { changes, isCreation } = props;
  const list = (
    <dl className="grid gap-1 text-13">
      {changes.map(({ column, before, after }) => (
        <div
          key={column.name}
          className="grid min-w-0 gap-x-3 sm:grid-cols-[minmax(0,10rem)_minmax(0,1fr)]"
        >
          <dt className="text-ink-muted">{titleOf(column)}</dt>
          <dd className="min-w-0">
            {isCreation ? (
              <Side column={column} value={after} />
            ) : (
              <BeforeAfter {...{ column, before, after }} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
  if (!isCreation) return list;
  return (
    <details>
      <summary className="cursor-pointer text-13 text-ink-muted">
        with {changes.length === 1 ? "1 field" : `${changes.length} fields`}
      </summary>
      <div className="pt-1.5">{list}</div>
    </details>
  );
}

function BeforeAfter(props: {
  readonly column: Column;
  readonly before: JsonValue;
  readonly after: JsonValue;
}) {
  const { column, before, after } = props;
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1">
      <del className="min-w-0 text-ink-muted no-underline">
        <span className="sr-only">before: </span>
        <Side column={column} value={before} />
      </del>
      <span aria-hidden="true" className="text-ink-muted">
        →
      </span>
      <ins className="min-w-0 text-ink-strong no-underline">
        <span className="sr-only">after: </span>
        <Side column={column} value={after} />
      </ins>
    </div>
  );
}

function Side({ column, value }: { readonly column: Column; readonly value: JsonValue }) {
  const isNothing = value === null || value === "" || (Array.isArray(value) && value.length === 0);
  if (isNothing) return <span className="text-ink-muted">empty</span>;
  return (
    <div className="inline-block max-h-64 min-w-0 max-w-full overflow-y-auto align-top">
      <FieldValue column={column} value={value} />
    </div>
  );
}

function idsOfEntry(resource: Resource, { before = null, after = null }: Row) {
  return idsIn(resource, [before, after].filter(isJsonObject));
}
