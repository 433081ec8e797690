import type { ReactNode } from "react";
import { ErrorMessage } from "@/components/errors/error-message";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { Rows } from "@/lib/client/queries/rows";

/** Shows the rows, or the reason why there are none, and a button that loads more. */
export function RowsFrame(props: {
  readonly rows: Rows;
  /** Name of the rows in messages: "people". */
  readonly what: string;
  readonly empty: ReactNode;
  readonly children: ReactNode;
}) {
  const { rows, what, empty, children } = props;
  if (rows.isPending) return <RowsSkeleton />;
  if (rows.error && rows.rows.length === 0) {
    return <LoadError what={what} error={rows.error} onRetry={rows.refetch} />;
  }
  if (rows.rows.length === 0) return empty;
  return (
    <>
      <ul className="grid divide-y divide-line border-line border-y">{children}</ul>
      {rows.hasMore && (
        <p className="flex items-center gap-3 text-13 text-ink-muted">
          <Button size="small" onPress={rows.more} isPending={rows.isLoadingMore}>
            Show more
          </Button>
          {rows.rows.length.toLocaleString("en")} of {rows.total?.toLocaleString("en")} are shown.
        </p>
      )}
    </>
  );
}

/** Shows why rows could not be loaded, with a button that retries. */
export function LoadError(props: {
  /** Name of the rows: "people". */
  readonly what: string;
  readonly error: Error;
  readonly onRetry: () => void;
}) {
  return (
    <div role="alert" className="grid justify-items-start gap-2 border-danger border-l-2 pl-3">
      <p className="font-medium text-ink-strong">The {props.what} could not be loaded</p>
      <p className="text-13">
        <ErrorMessage error={props.error} />
      </p>
      <Button size="small" aria-label={`Try again: ${props.what}`} onPress={props.onRetry}>
        Try again
      </Button>
    </div>
  );
}

function RowsSkeleton() {
  return (
    <div aria-busy="true" className="grid divide-y divide-line border-line border-y">
      <span role="status" className="sr-only">
        Loading
      </span>
      {["w-40", "w-56", "w-48", "w-52"].map((width) => (
        <div key={width} className="flex h-14 items-center justify-between gap-6">
          <Skeleton className={width} />
          <Skeleton className="w-24" />
        </div>
      ))}
    </div>
  );
}

/** Explains an empty list, and offers the first step. */
export function EmptyRows(props: {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className="grid justify-items-start gap-1 border-line border-y py-8">
      <p className="font-medium text-ink-strong">{props.title}</p>
      <p className="max-w-prose text-13 text-ink-muted">{props.text}</p>
      <div className="pt-2 empty:hidden">{props.children}</div>
    </div>
  );
}
