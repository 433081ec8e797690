import { createContext, type ReactNode, useContext, useId, useState } from "react";
import { CountLink } from "@/components/overview/numbers";
import { Button } from "@/components/ui/button";
import { saveFile } from "@/components/ui/save-file";
import { type Cell, csvOf, type ReportTable } from "./report-table";

interface Props {
  readonly title: string;
  /** How the numbers are counted. */
  readonly about: ReactNode;
  readonly table: ReportTable;
  readonly children: ReactNode;
}

/**
 * The days of the report, `2026-10-01-to-2026-12-31`, for the names of files. Undefined while another
 * period is read.
 */
export const ReportPeriod = createContext<string | undefined>(undefined);

/**
 * A chart with its definition. Its numbers can be shown as a table instead, and saved as CSV.
 *
 * @example <Figure title="Alert noise" about="…" table={table}><Bars … /></Figure>
 */
export function Figure({ title, about, table, children }: Props) {
  const id = useId();
  const period = useContext(ReportPeriod);
  const [isTable, setTable] = useState(false);
  const save = () =>
    saveFile(
      new Blob([csvOf(table)], { type: "text/csv;charset=utf-8" }),
      `${table.file}-${period}.csv`,
    );
  return (
    <section aria-labelledby={id} className="grid min-w-0 grid-cols-1 content-start gap-3">
      <div className="flex flex-wrap items-end justify-between gap-2 border-line border-b pb-1.5">
        <h2 id={id} className="font-semibold text-14 text-ink-strong">
          {title}
        </h2>
        <div className="flex gap-1">
          <Button
            look="quiet"
            size="small"
            aria-pressed={isTable}
            aria-label={`Show ${title} as a table`}
            onPress={() => setTable(!isTable)}
          >
            Table
          </Button>
          <Button
            look="quiet"
            size="small"
            aria-label={`Save ${title} as CSV`}
            isDisabled={period === undefined}
            onPress={save}
          >
            CSV
          </Button>
        </div>
      </div>
      <p className="max-w-prose text-12 text-ink-muted">{about}</p>
      {isTable ? <Table label={title} table={table} /> : children}
    </section>
  );
}

function Table({ label, table }: { readonly label: string; readonly table: ReportTable }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keys.
    <section className="overflow-x-auto" tabIndex={0} aria-label={`${label}, table`}>
      <table className="w-full text-13">
        <thead>
          <tr className="border-line border-b text-left text-12 text-ink-muted">
            {table.head.map((name) => (
              <th key={name} scope="col" className="py-1.5 pr-4 font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a report do not move.
            <tr key={place} className="border-line border-b">
              {row.map((cell, column) => (
                <td
                  key={table.head[column]}
                  className="h-8 whitespace-nowrap pr-4 tabular-nums first:text-ink-strong"
                >
                  <CellContent cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function CellContent({ cell }: { readonly cell: Cell }) {
  if (cell === null) return "–";
  if (typeof cell === "object") return <CountLink resource={cell.resource} counted={cell} />;
  return typeof cell === "number" ? cell.toLocaleString("en", { maximumFractionDigits: 1 }) : cell;
}
