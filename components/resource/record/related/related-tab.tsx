import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { PartError } from "@/components/errors/part-error";
import { mergeLabelRequests, RecordLabels, referencedIds } from "@/components/fields/record-labels";
import { listPathForIds } from "@/components/resource/list/query/list-paths";
import { Fact } from "@/components/resource/record/facts/fact-row";
import type { RecordProps } from "@/components/resource/record-props";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import { mayRead, mayUse, useProject } from "@/lib/client/project/project";
import { inProject, listQuery } from "@/lib/client/queries/queries";
import { resourceAt, resources } from "@/lib/resources/index";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { type Column, shapeOf } from "@/lib/schema/shape";
import { OrderedRows } from "./ordered-rows";
import { pickedColumns } from "./picked-columns";
import { RelatedRow } from "./related-row";
import { orderColumn, queryOf, type RelatedSet, relatedSets } from "./related-sets";
import { SectionHead, type Work } from "./section-head";

const AddInPlace = lazyWithRetry(async () => (await import("./add-in-place")).AddInPlace);

const shownRows = 6;

/** Returns all sets of a record that the user may read. */
export function useRelatedSets(resource: Resource, record: Row): readonly RelatedSet[] {
  const place = useProject();
  return relatedSets(resource, record, resources).filter((set) =>
    mayUse(place, set.resource, "read"),
  );
}

/** Returns the query for the first records of a set, with the count of all. */
export function relatedQuery(set: RelatedSet, project: string) {
  const { resource } = set;
  return listQuery(resource, {
    query: inProject(resource, project, queryOf(set)),
    sort: sortOf(set),
    limit: shownRows,
    cursor: "",
  });
}

function sortOf(set: RelatedSet): JsonObject {
  const { resource } = set;
  const place = orderColumn(set);
  if (place) return { [place.name]: 1 };
  return { [resource.sets ? "startsAt" : resource.timeField]: -1 };
}

/**
 * Lists of records that refer to this one or share something with it. Each links to its full list.
 */
export function RelatedTab({ resource, record }: RecordProps) {
  const sets = useRelatedSets(resource, record);
  return (
    <div className="grid items-start gap-x-10 gap-y-7 lg:grid-cols-2">
      <RefersTo resource={resource} record={record} />
      {sets.map((set) => (
        <RelatedSection key={set.key} set={set} />
      ))}
    </div>
  );
}

/** Returns the relations of a record to records that the user may read. */
export function useReferences(resource: Resource, record: Row): readonly Column[] {
  const place = useProject();
  return shapeOf(resource).columns.filter(({ name, field }) => {
    const target = resourceAt(field.to ?? "");
    const isNamed = record[name] && `${record[name]}` !== "";
    return target && target.path !== "project" && isNamed && mayRead(place, target);
  });
}

/** The records that this one refers to. Their labels come from the page. */
function RefersTo({ resource, record }: RecordProps) {
  const columns = useReferences(resource, record);
  if (columns.length === 0) return null;
  return (
    <section aria-label="Refers to" className="min-w-0">
      <h2 className="flex min-h-9 items-center border-line border-b font-semibold text-13 text-ink-strong">
        Refers to
      </h2>
      <dl>
        {columns.map((column) => (
          <Fact key={column.name} column={column} value={record[column.name] ?? null} />
        ))}
      </dl>
    </section>
  );
}

/** A short list of related records with their count. Its title links to the full list, filtered. */
export function RelatedSection({ set }: { readonly set: RelatedSet }) {
  const { base, project } = useProject();
  const { resource, title, how } = set;
  const { data, error, refetch } = useQuery(relatedQuery(set, project._id));
  const picked = pickedColumns(set);
  const name = how ? `${title}, ${how}` : title;
  const [work, setWork] = useState<Work>();
  const rows = data?.data ?? [];
  return (
    <section aria-label={name} className="min-w-0">
      <SectionHead {...{ set, work, picked }} count={data?.count} onWork={setWork} />
      {work === "adding" && picked && (
        <Suspense fallback={<Skeleton className="my-3 w-1/2" />}>
          <AddInPlace set={set} columns={picked} onDone={() => setWork(undefined)} />
        </Suspense>
      )}
      {error && !data && <PartError what={name} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="my-3 w-1/2" />}
      {data && rows.length === 0 && <p className="py-2 text-13 text-ink-muted">None</p>}
      {work === "ordering" ? (
        <OrderedRows set={set} />
      ) : (
        <RecordLabels
          ask={mergeLabelRequests(referencedIds(resource, rows), {
            [resource.path]: rows.map(({ _id }) => String(_id)),
          })}
        >
          <ul>
            {rows.map((row) => (
              <RelatedRow key={String(row._id)} set={set} row={row} />
            ))}
          </ul>
        </RecordLabels>
      )}
      {data && data.count > rows.length && work !== "ordering" && (
        <p className="pt-2 text-13">
          <a
            href={listPathForIds(base, resource, set.column, set.ids)}
            className="text-ink-muted underline underline-offset-2"
          >
            Show all {data.count.toLocaleString("en")}
          </a>
        </p>
      )}
    </section>
  );
}
