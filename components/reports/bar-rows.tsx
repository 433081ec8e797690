import type { ReactNode } from "react";
import { listPathForQuery } from "@/components/resource/list/query/list-paths";
import { useProject } from "@/lib/client/project/project";
import type { CountCell } from "./report-table";

/** A row: a bar that opens its records, and more numbers below it. */
export interface BarRow {
  readonly key: string;
  readonly label: string;
  readonly counted: CountCell;
  readonly more: ReactNode;
}

interface Props {
  readonly rows: readonly BarRow[];
  /** The unit of the numbers, such as "alerts". */
  readonly unit: string;
}

/** Bars of counts, as long as their numbers. */
export function BarRows({ rows, unit }: Props) {
  const { base } = useProject();
  const largest = Math.max(1, ...rows.map(({ counted }) => counted.count));
  return (
    <ul className="grid gap-1.5">
      {rows.map(({ key, label, counted, more }) => (
        <li key={key} className="grid gap-0.5">
          <a
            href={listPathForQuery(base, counted.resource, counted.query)}
            className="grid min-h-7 grid-cols-[minmax(0,11rem)_minmax(0,1fr)_3.5rem] items-center gap-3 rounded-sm px-1 text-13 hover:bg-surface-sunken pointer-coarse:min-h-11"
          >
            <span className="truncate" title={label}>
              {label}
            </span>
            <span aria-hidden="true" className="h-2 rounded-xs bg-surface-sunken">
              <span
                className="block h-full rounded-xs bg-ink-muted forced-color-adjust-none"
                style={{ width: `${(100 * counted.count) / largest}%` }}
              />
            </span>
            <span className="text-right font-medium text-ink-strong tabular-nums">
              {counted.count.toLocaleString("en")}
              <span className="sr-only"> {unit}</span>
            </span>
          </a>
          <span className="px-1 text-12 text-ink-muted tabular-nums">{more}</span>
        </li>
      ))}
    </ul>
  );
}
