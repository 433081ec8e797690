import { listPathForQuery } from "@/components/resource/list/query/list-paths";
import { Dot } from "@/components/ui/glyphs/dot";
import { useProject } from "@/lib/client/project/project";
import type { Counted } from "@/lib/contract/summary";
import type { Resource } from "@/lib/schema/resource";

interface BigProps {
  readonly resource: Resource;
  readonly counted: Counted;
  readonly what: string;
  /** The real number is higher than the counted one. */
  readonly isAtLeast?: boolean;
}

/** A number that is readable from across the room, with its label. */
export function BigNumber({ resource, counted, what, isAtLeast = false }: BigProps) {
  const { base } = useProject();
  return (
    <a
      href={listPathForQuery(base, resource, counted.query)}
      className="group flex w-fit items-baseline gap-2 pointer-coarse:min-h-11"
    >
      <span className="font-semibold text-28 text-ink-strong tabular-nums group-hover:underline group-hover:decoration-line-strong group-hover:underline-offset-4">
        {counted.count.toLocaleString("en")}
        {isAtLeast && "+"}
      </span>
      <span className="text-13 text-ink-muted">{what}</span>
    </a>
  );
}

/** A number within text. It opens its records, if there are any. */
export function CountLink({ resource, counted }: Pick<BigProps, "resource" | "counted">) {
  const { base } = useProject();
  if (namesNothing(counted)) return <span className="text-ink-strong tabular-nums">0</span>;
  return (
    <a
      href={listPathForQuery(base, resource, counted.query)}
      className="font-medium text-ink-strong tabular-nums underline decoration-line-strong underline-offset-3 hover:decoration-ink"
    >
      {counted.count.toLocaleString("en")}
    </a>
  );
}

interface Bar extends Counted {
  readonly key: string;
  readonly label: string;
  readonly color: string | null;
}

interface BarListProps {
  readonly resource: Resource;
  readonly rows: readonly Bar[];
}

/**
 * Bars of the numbers of one kind that are not zero. The length of a bar is proportional to its
 * number.
 */
export function BarList({ resource, rows }: BarListProps) {
  const { base } = useProject();
  const largest = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <ul className="grid gap-0.5">
      {rows
        .filter(({ count }) => count > 0)
        .map(({ key, label, color, count, query }) => (
          <li key={key}>
            <a
              href={listPathForQuery(base, resource, query)}
              className="grid h-7 grid-cols-[10rem_minmax(0,1fr)_3rem] items-center gap-3 rounded-sm px-1 text-13 hover:bg-surface-sunken pointer-coarse:h-11"
            >
              <span className="flex min-w-0 items-center gap-2">
                <Dot color={color ?? undefined} />
                <span className="truncate" title={label}>
                  {label}
                </span>
              </span>
              <span
                aria-hidden="true"
                className="h-1.5 overflow-hidden rounded-full bg-surface-sunken"
              >
                <span
                  className="block h-full rounded-full bg-ink-muted"
                  style={{ width: `${(100 * count) / largest}%` }}
                />
              </span>
              <span className="text-right font-medium text-ink-strong tabular-nums">
                {count.toLocaleString("en")}
              </span>
            </a>
          </li>
        ))}
    </ul>
  );
}

/** Returns whether a query names its records one by one, and none: no list has such a filter. */
function namesNothing({ query }: Counted): boolean {
  return Array.isArray(query["_id"]) && query["_id"].length === 0;
}
