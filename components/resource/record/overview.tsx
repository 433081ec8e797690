"use client";

import type { ReactNode } from "react";
import { titleOf } from "@/components/fields/title";
import { FieldValue, wideKinds } from "@/components/fields/values/values";
import type { FieldKind } from "@/lib/schema/field";
import type { JsonValue } from "@/lib/schema/json";
import { unreadableKinds } from "@/lib/schema/operators";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { labelColumn, numberColumns } from "@/lib/schema/searched";
import { type Column, shapeOf } from "@/lib/schema/shape";
import { Durations } from "./durations";
import { Fact } from "./fact-row";

/** Everything a record holds: long text at the left, facts at the right, by the groups of the definition. */
export function Overview({
  resource,
  record,
}: {
  readonly resource: Resource;
  readonly record: Row;
}) {
  const columns = shapeOf(resource).columns.filter((column) => isShown(resource, column));
  const filled = columns.filter(({ name }) => !isEmpty(record[name]));
  const empty = columns.filter(
    ({ name, field }) => isEmpty(record[name]) && !unreadableKinds.has(field.kind),
  );
  const wide = filled.filter((column) => isWide(resource, column));
  const facts = filled.filter((column) => !isWide(resource, column));
  return (
    <div
      className={
        wide.length > 0
          ? "grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]"
          : "max-w-2xl"
      }
    >
      {wide.length > 0 && (
        <div className="grid min-w-0 gap-6">
          {wide.map((column) => (
            <section key={column.name} className="grid min-w-0 gap-1.5">
              <h2 className="font-semibold text-13 text-ink-muted">{titleOf(column)}</h2>
              <FieldValue column={column} value={record[column.name] ?? null} />
            </section>
          ))}
        </div>
      )}
      <aside aria-label="Facts" className="grid min-w-0 gap-5">
        {sectionsOf(facts.filter(({ name }) => !isCommon(name))).map(([section, members]) => (
          <Facts key={section} title={section === "" ? "Facts" : section}>
            {section === "" && <Durations resource={resource} record={record} />}
            {members.map((column) => (
              <Fact key={column.name} column={column} value={record[column.name] ?? null} />
            ))}
          </Facts>
        ))}
        <Facts title="Record">
          {columns
            .filter(({ name }) => isCommon(name) && !isEmpty(record[name]))
            .map((column) => (
              <Fact key={column.name} column={column} value={record[column.name] ?? null} />
            ))}
        </Facts>
        <EmptyFields columns={empty.filter(({ name }) => !isCommon(name))} />
      </aside>
    </div>
  );
}

function Facts({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="border-line border-b pb-1 font-semibold text-13 text-ink-muted">{title}</h2>
      <dl className="grid">{children}</dl>
    </section>
  );
}

function EmptyFields({ columns }: { readonly columns: readonly Column[] }) {
  if (columns.length === 0) return null;
  return (
    <details className="text-13">
      <summary className="cursor-pointer text-ink-muted">
        {columns.length === 1 ? "1 empty field" : `${columns.length} empty fields`}
      </summary>
      <ul className="grid gap-0.5 pt-1.5 pl-4 text-ink-muted">
        {columns.map((column) => (
          <li key={column.name}>{titleOf(column)}</li>
        ))}
      </ul>
    </details>
  );
}

function isShown(resource: Resource, { name, field }: Column): boolean {
  const numbers = numberColumns(resource);
  const inHeader = [shownInHeader(resource), numbers?.bare, numbers?.prefixed];
  return !field.hidden && field.to !== "project" && !inHeader.includes(name);
}

/** The name stands above; a name in Markdown or of several lines is shown in full below as well. */
function shownInHeader(resource: Resource): string | undefined {
  const label = labelColumn(resource);
  return label && plainKinds.has(label.field.kind) ? label.name : undefined;
}

const plainKinds: ReadonlySet<FieldKind> = new Set(["text", "longText"]);

function isWide(resource: Resource, { name, field }: Column): boolean {
  return wideKinds.has(field.kind) && name !== resource.timeField;
}

function isCommon(name: string): boolean {
  return ["slug", "_id", "createdAt", "updatedAt", "createdByUserId"].includes(name);
}

function isEmpty(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === "" || JSON.stringify(value) === "[]";
}

function sectionsOf(columns: readonly Column[]): readonly (readonly [string, readonly Column[]])[] {
  const sections = new Map<string, Column[]>();
  for (const column of columns) {
    const section = column.field.section ?? "";
    sections.set(section, [...(sections.get(section) ?? []), column]);
  }
  return [...sections];
}
