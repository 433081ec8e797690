"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Explained } from "@/components/access/explained";
import { CellValue } from "@/components/fields/cells/cells";
import { DateCell } from "@/components/fields/cells/date-cell";
import { startFirst } from "@/components/fields/start-first";
import { titleOf } from "@/components/fields/title";
import { RecordReference } from "@/components/fields/values/record-reference";
import { filteredPath } from "@/components/resource/filtered-path";
import { idsIn, RecordLabels, together } from "@/components/resource/record-labels";
import { ButtonLink } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { mayUse, usePlace } from "@/lib/client/project";
import { inProject, listQuery } from "@/lib/client/queries";
import { resources } from "@/lib/resources/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { labelColumn } from "@/lib/schema/searched";
import { shapeOf } from "@/lib/schema/shape";
import { Fact } from "./fact-row";
import { queryOf, type RelatedSet, relatedSets } from "./related";

const shownRows = 6;

/** All sets of a record that this person may read. */
export function useRelatedSets(resource: Resource, record: Row): readonly RelatedSet[] {
  const place = usePlace();
  return relatedSets(resource, record, resources).filter((set) =>
    mayUse(place, set.resource, "read"),
  );
}

/** The first records of a set, with the number of all. */
export function relatedQuery(set: RelatedSet, project: string) {
  const { resource } = set;
  return listQuery(resource, {
    query: inProject(resource, project, queryOf(set)),
    sort: resource.fields.startsAt ? { startsAt: -1 } : { [resource.timeField]: -1 },
    limit: shownRows,
    cursor: "",
  });
}

/** What refers to a record and what shares something with it: small lists that open the full ones. */
export function RelatedTab({
  resource,
  record,
}: {
  readonly resource: Resource;
  readonly record: Row;
}) {
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

/** The other way: the records that this one names. Their labels come from around the page. */
function RefersTo({ resource, record }: { readonly resource: Resource; readonly record: Row }) {
  const columns = shapeOf(resource).columns.filter(
    ({ name, field }) =>
      field.to !== undefined && field.to !== "project" && record[name] && `${record[name]}` !== "",
  );
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

/** A small list of related records with their number; its title opens the full list, filtered. */
export function RelatedSection({ set }: { readonly set: RelatedSet }) {
  const place = usePlace();
  const { resource, title, how } = set;
  const { data, error } = useQuery(relatedQuery(set, place.project._id));
  const mayAdd =
    set.isDirect && resource.operations.includes("create") && mayUse(place, resource, "create");
  const all = filteredPath(place.base, resource, set.column, set.ids);
  const rows = data?.data ?? [];
  return (
    <section aria-label={how ? `${title}, ${how}` : title} className="min-w-0">
      <div className="flex min-h-9 items-center justify-between gap-3 border-line border-b">
        <h2 className="min-w-0 truncate font-semibold text-13 text-ink-strong">
          <Link
            href={all}
            prefetch={false}
            className="hover:underline pointer-coarse:inline-block pointer-coarse:min-w-11 pointer-coarse:py-3"
          >
            {title}
          </Link>
          {how !== undefined && <span className="font-normal text-ink-muted"> {how}</span>}
          {data && (
            <span className="ml-2 font-normal text-ink-muted tabular-nums">{data.count}</span>
          )}
        </h2>
        {mayAdd && (
          <ButtonLink
            size="small"
            look="quiet"
            href={`${place.base}/${resource.path}/new?${set.column}=${set.ids[0]}`}
          >
            Add
            <span className="sr-only"> to {title}</span>
          </ButtonLink>
        )}
      </div>
      {error && (
        <p className="py-2 text-13 text-danger">
          <Explained error={error} />
        </p>
      )}
      {!data && !error && <Skeleton className="my-3 w-1/2" />}
      {data && rows.length === 0 && <p className="py-2 text-13 text-ink-muted">None</p>}
      <RecordLabels
        ask={together(idsIn(resource, rows), {
          [resource.path]: rows.map(({ _id }) => String(_id)),
        })}
      >
        <ul>
          {rows.map((row) => (
            <RelatedRow key={String(row._id)} set={set} row={row} />
          ))}
        </ul>
      </RecordLabels>
      {data && data.count > rows.length && (
        <p className="pt-2 text-13">
          <Link href={all} prefetch={false} className="text-ink-muted underline underline-offset-2">
            Show all {data.count.toLocaleString("en")}
          </Link>
        </p>
      )}
    </section>
  );
}

function RelatedRow({ set, row }: { readonly set: RelatedSet; readonly row: Row }) {
  const { resource } = set;
  const label = labelColumn(resource)?.name;
  const beside = shapeOf(resource).columns.filter(
    ({ name, relation, field }) =>
      relation !== undefined &&
      ![set.column, label].includes(name) &&
      field.to !== "project" &&
      field.writtenBy !== "server" &&
      typeof row[name] === "string",
  );
  const edges = startFirst(shapeOf(resource).columns).filter(({ field }) => field.edge);
  const at = row[resource.timeField] ?? null;
  return (
    <li className="flex min-h-9 flex-wrap content-center items-center gap-x-3 border-line border-b text-13 pointer-coarse:[&_a]:min-w-11 pointer-coarse:[&_a]:py-3">
      <span className="min-w-0 flex-1 basis-20 truncate">
        <RecordReference path={resource.path} id={String(row._id)} />
      </span>
      {beside.slice(0, 2).map(({ name, field }) => (
        <span key={name} className="max-w-40 truncate text-ink-muted">
          <RecordReference path={field.to ?? ""} id={String(row[name])} />
        </span>
      ))}
      {edges.length > 0 && (
        <span className="flex gap-3 text-12 text-ink-muted max-sm:w-full max-sm:pb-2">
          {edges.map((column) => (
            <span key={column.name} className="min-w-30 last:min-w-46">
              <span className="sr-only">{titleOf(column)}: </span>
              <CellValue column={column} value={row[column.name]} row={row} />
            </span>
          ))}
        </span>
      )}
      {typeof at === "string" && edges.length === 0 && (
        <span className="shrink-0 text-12 text-ink-muted">
          <DateCell value={at} field={{ kind: "date" }} />
        </span>
      )}
    </li>
  );
}
