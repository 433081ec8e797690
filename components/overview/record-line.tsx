import Link from "next/link";
import { CellValue } from "@/components/fields/registry/cells";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { useProject } from "@/lib/client/project/project";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";

interface Props {
  readonly resource: Resource;
  readonly row: Row;
  /** Column of the record's number. */
  readonly number: string;
  /** Columns shown under the title. */
  readonly facts: readonly string[];
}

/**
 * Shows a record in two lines: number and title, then facts on its state. The whole area opens the
 * record.
 */
export function RecordLine({ resource, row, number, facts }: Props) {
  const { base } = useProject();
  return (
    <li className="relative grid content-center gap-x-3 border-line border-b py-1.5 text-13 hover:bg-surface-sunken pointer-coarse:min-h-11">
      <span className="flex min-w-0 items-baseline gap-2">
        <span className="shrink-0 text-12 text-ink-muted tabular-nums">
          {String(row[number] ?? "")}
        </span>
        <Link
          href={`${base}/${resource.path}/${String(row._id)}`}
          prefetch={false}
          className="truncate font-medium text-ink-strong after:absolute after:inset-0 hover:underline"
        >
          {bidiIsolate(String(row.title))}
        </Link>
      </span>
      <span className="flex min-w-0 gap-4 text-12 text-ink-muted">
        {facts.map((name) => (
          <Fact key={name} {...{ resource, row, name }} />
        ))}
      </span>
    </li>
  );
}

function Fact({
  resource,
  row,
  name,
}: Pick<Props, "resource" | "row"> & { readonly name: string }) {
  const column = shapeOf(resource).byColumn.get(name);
  return column ? <CellValue column={column} value={row[name]} /> : null;
}
