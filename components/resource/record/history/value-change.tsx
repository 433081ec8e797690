import { type ReactNode, Suspense } from "react";
import { isEmpty } from "@/components/fields/form-values";
import { FieldValue } from "@/components/fields/registry/values";
import { RecordReference } from "@/components/fields/relation/record-reference";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import type { JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Kind } from "@/lib/schema/values/kind";
import type { FieldChange } from "./field-changes";
import { jsonChanges } from "./json-changes";

const WordDiff = lazyWithRetry(async () => (await import("./word-diff")).WordDiff);

/** Shows the change to one field in the form that suits its kind. */
export function ValueChange(change: FieldChange) {
  return changeRenderers[kindOf(change.column.field).change](change);
}

type ChangeRenderer = (change: FieldChange) => ReactNode;

/** Both values, old and new. */
const beforeAfter: ChangeRenderer = ({ column, before, after }) => (
  <div className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1">
    <del className="min-w-0 text-ink-muted no-underline">
      <span className="sr-only">before: </span>
      <ValueSide column={column} value={before} />
    </del>
    <span aria-hidden="true" className="text-ink-muted">
      →
    </span>
    <ins className="min-w-0 text-ink-strong no-underline">
      <span className="sr-only">after: </span>
      <ValueSide column={column} value={after} />
    </ins>
  </div>
);

/** The changed words, and both full texts to expand. */
const byWords: ChangeRenderer = (change) => {
  const { before, after } = change;
  if (typeof before !== "string" || typeof after !== "string") return beforeAfter(change);
  const isShort = before.length + after.length < 60;
  if (isShort) return beforeAfter(change);
  return (
    <div className="grid gap-1">
      <Suspense fallback={<Skeleton className="w-2/3" />}>
        <WordDiff before={before} after={after} otherwise={beforeAfter(change)} />
      </Suspense>
      <FullValues {...change} />
    </div>
  );
};

/** The changed paths of a JSON value. */
const byPlaces: ChangeRenderer = (change) => {
  const changes = jsonChanges(change.before, change.after);
  if (changes.some(({ path }) => path === "")) return beforeAfter(change);
  return (
    <div className="grid gap-1">
      <ul className="wrap-anywhere grid max-h-96 gap-0.5 overflow-y-auto font-mono text-12">
        {changes.slice(0, 200).map(({ path, before, after }) => (
          <li key={path} className="flex flex-wrap gap-x-2">
            <span className="text-ink-muted">{path}</span>
            {before !== undefined && (
              <del className="bg-danger/12 decoration-danger">{JSON.stringify(before)}</del>
            )}
            {after !== undefined && (
              <ins className="bg-ok/15 text-ink-strong no-underline">{JSON.stringify(after)}</ins>
            )}
          </li>
        ))}
      </ul>
      {changes.length > 200 && (
        <p className="text-12 text-ink-muted">… and {changes.length - 200} more places</p>
      )}
      <FullValues {...change} />
    </div>
  );
};

/** The added and removed records. */
const byMembers: ChangeRenderer = ({ column, before, after }) => {
  const [held, holds] = [idsIn(before), idsIn(after)];
  const added = holds.filter((id) => !held.includes(id));
  const removed = held.filter((id) => !holds.includes(id));
  const { to = "" } = column.field;
  return (
    <ul className="grid gap-0.5">
      {removed.map((id) => (
        <li key={id} className="flex gap-1.5">
          <span className="text-danger">removed</span> <RecordReference path={to} id={id} />
        </li>
      ))}
      {added.map((id) => (
        <li key={id} className="flex gap-1.5">
          <span className="text-ok">added</span> <RecordReference path={to} id={id} />
        </li>
      ))}
      {added.length + removed.length === 0 && <li className="text-ink-muted">Order changed</li>}
    </ul>
  );
};

const changeRenderers: Readonly<Record<Kind["change"], ChangeRenderer>> = {
  values: beforeAfter,
  words: byWords,
  paths: byPlaces,
  members: byMembers,
  hidden: () => <span className="text-ink-muted">changed (hidden)</span>,
};

function FullValues({ column, before, after }: FieldChange) {
  return (
    <details>
      <summary className="cursor-pointer text-12 text-ink-muted">Show full values</summary>
      <div className="grid gap-3 pt-1.5 md:grid-cols-2">
        {[["Before", before] as const, ["After", after] as const].map(([title, value]) => (
          <div key={title} className="min-w-0">
            <p className="text-12 text-ink-muted">{title}</p>
            <ValueSide column={column} value={value} />
          </div>
        ))}
      </div>
    </details>
  );
}

/** One side of a change. An empty value is shown as text. */
export function ValueSide({ column, value }: Pick<FieldChange, "column"> & { value: JsonValue }) {
  if (isEmpty(value)) return <span className="text-ink-muted">empty</span>;
  return (
    <div className="inline-block max-h-64 min-w-0 max-w-full overflow-y-auto align-top">
      <FieldValue column={column} value={value} />
    </div>
  );
}

function idsIn(value: JsonValue): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
