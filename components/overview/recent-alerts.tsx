"use client";

import Link from "next/link";
import { CellValue } from "@/components/fields/cells/cells";
import { idsIn, RecordLabels } from "@/components/resource/record-labels";
import { usePlace } from "@/lib/client/project";
import type { Latest } from "@/lib/client/summary";
import { alert } from "@/lib/resources/alert";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import { Part } from "./part";

/** The alerts raised last, whatever became of them. */
export function RecentAlerts({ latest }: { readonly latest: Latest }) {
  const { base } = usePlace();
  const more = (
    <Link
      href={`${base}/alert`}
      prefetch={false}
      className="text-13 text-ink-muted hover:underline"
    >
      All alerts
    </Link>
  );
  return (
    <Part title="Recent alerts" more={more}>
      {latest.data.length === 0 && <p className="text-13 text-ink-muted">No alerts yet.</p>}
      <RecordLabels ask={idsIn(alert, latest.data)}>
        <ul className="grid">
          {latest.data.map((row) => (
            <li key={String(row._id)} className="grid gap-x-3 border-line border-b py-1.5 text-13">
              <span className="flex min-w-0 items-baseline gap-2">
                <span className="shrink-0 text-12 text-ink-muted tabular-nums">
                  {String(row.alertNumberWithPrefix ?? "")}
                </span>
                <Link
                  href={`${base}/alert/${String(row._id)}`}
                  prefetch={false}
                  className="truncate font-medium text-ink-strong hover:underline"
                >
                  {String(row.title)}
                </Link>
              </span>
              <span className="flex min-w-0 gap-4 text-12 text-ink-muted">
                {facts.map((name) => (
                  <Fact key={name} row={row} name={name} />
                ))}
              </span>
            </li>
          ))}
        </ul>
      </RecordLabels>
    </Part>
  );
}

const facts = ["currentAlertStateId", "alertSeverityId", "createdAt"];

function Fact({ row, name }: { readonly row: Row; readonly name: string }) {
  const column = shapeOf(alert).byColumn.get(name);
  return column ? <CellValue column={column} value={row[name]} /> : null;
}
