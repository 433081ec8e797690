import { useRef } from "react";
import { TrueFact } from "@/components/fields/boolean/cell";
import { CellValue } from "@/components/fields/registry/cells";
import type { Selection } from "@/components/resource/list/state/use-selection";
import { Skeleton } from "@/components/ui/skeleton";
import { classes } from "@/components/ui/styles";
import { type ExtraColumn, shownExtra } from "@/components/uptime/extra-column";
import { blankName } from "@/components/words/blank-name";
import { titleOf } from "@/components/words/field-title";
import { sentenceCase } from "@/components/words/sentence-case";
import { ClientOnly } from "@/lib/client/document/client-only";
import { useProject } from "@/lib/client/project/project";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { labelColumn } from "@/lib/schema/search-text/searched-columns";
import type { Column } from "@/lib/schema/shape";
import { cardColumns } from "./card-columns";
import type { GridProps } from "./grid-props";
import { SelectCheckbox } from "./select-checkbox";
import { SeverityEdge } from "./severity-edge";
import { useTopOfPage } from "./use-top-of-page";
import { useWork } from "./use-work";

type Props = Pick<GridProps, "resource" | "rows" | "layout" | "selection"> &
  Pick<GridProps, "isBusy" | "isStale" | "empty" | "skipped">;

/**
 * Records on a narrow screen: the name on one line, the other card columns under it, with touch
 * targets of 44 px.
 */
export function Cards(props: Props) {
  const { resource, rows, layout, selection, isBusy, isStale, empty } = props;
  const scroller = useRef<HTMLUListElement>(null);
  useTopOfPage(scroller, props.skipped);
  const label = labelColumn(resource);
  const others = cardColumns(layout.columns, label);
  const extra = shownExtra(useProject(), resource, layout.names);
  if (rows.length === 0) return isBusy ? <Waiting /> : empty;
  return (
    <ul
      ref={scroller}
      aria-label={sentenceCase(resource.plural)}
      data-list-scroller
      aria-busy={isStale}
      className={classes("min-h-0 flex-1 overflow-y-auto border-line border-t", isStale && "stale")}
    >
      {rows.map((row) => (
        <Card key={String(row._id)} {...{ resource, row, label, others, extra, selection }} />
      ))}
    </ul>
  );
}

interface CardProps {
  readonly resource: Resource;
  readonly row: Row;
  readonly label: Column | undefined;
  readonly others: readonly Column[];
  readonly extra: ExtraColumn | undefined;
  readonly selection: Selection;
}

function Card({ resource, row, label, others, extra, selection }: CardProps) {
  const { base } = useProject();
  const id = String(row._id);
  const work = useWork(resource, row);
  const isNamed = label?.relation === undefined;
  const facts = others.filter(({ name }) => !isNothing(row, name));
  return (
    <li
      data-work={work.phase}
      className="group/row relative flex items-stretch border-line border-b"
    >
      {work.color !== undefined && <SeverityEdge color={work.color} />}
      <SelectCheckbox
        resource={resource}
        row={row}
        className="w-11 shrink-0 justify-center"
        checked={selection.ids.has(id)}
        onChange={() => selection.toggle(id, false)}
      />
      <div className="relative min-w-0 flex-1 py-2.5 pr-3">
        <a
          href={`${base}/${resource.path}/${id}`}
          className="block font-medium text-14 text-ink-strong after:absolute group-data-[work=over]/row:font-normal group-data-[work=over]/row:text-ink-muted after:inset-0"
        >
          {label && isNamed ? (
            (blankName(resource, row) ?? (
              <CellValue column={label} value={row[label.name]} row={row} />
            ))
          ) : (
            <span className="sr-only">Open</span>
          )}
        </a>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-13 text-ink-muted *:max-w-full">
          {label && !isNamed && (
            <span className="font-medium text-ink-strong">
              <CellValue column={label} value={row[label.name]} row={row} />
            </span>
          )}
          {facts.map((column) => (
            <span key={column.name} className="min-w-0">
              {/* A bare number does not say what it counts. */}
              {kindOf(column.field).isNumber && <span>{titleOf(column)} </span>}
              {row[column.name] === true ? (
                // A bare yes does not say what is true. False facts are left out.
                <TrueFact>{titleOf(column)}</TrueFact>
              ) : (
                <CellValue column={column} value={row[column.name]} row={row} />
              )}
            </span>
          ))}
        </div>
        {extra && (
          <div className="relative z-1 w-max pt-1.5">
            <ClientOnly fallback={<extra.Fallback />}>
              <extra.Cell row={row} tabIndex={0} />
            </ClientOnly>
          </div>
        )}
      </div>
    </li>
  );
}

function isNothing(row: Row, name: string): boolean {
  const value = row[name] ?? null;
  return value === null || value === "" || value === false || (Array.isArray(value) && !value[0]);
}

function Waiting() {
  return (
    <div aria-hidden="true" className="grid min-h-0 flex-1 content-start border-line border-t">
      {["w-2/3", "w-1/2", "w-3/4", "w-3/5", "w-2/5", "w-4/5"].map((width) => (
        <div key={width} className="grid gap-2 border-line border-b px-11 py-3.5">
          <Skeleton className={width} />
          <Skeleton className="w-1/3" />
        </div>
      ))}
    </div>
  );
}
