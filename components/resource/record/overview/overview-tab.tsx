import { type ReactNode, useState } from "react";
import { isEmpty } from "@/components/fields/form-values";
import { FieldValue } from "@/components/fields/registry/values";
import { startBeforeEnd } from "@/components/fields/start-before-end";
import { EditableValue } from "@/components/resource/inline-edit/editable-value";
import { Durations } from "@/components/resource/record/facts/durations";
import { EditableFact } from "@/components/resource/record/facts/fact-row";
import { RelatedSection, useRelatedSets } from "@/components/resource/record/related/related-tab";
import type { RecordProps } from "@/components/resource/record-props";
import { titleOf } from "@/components/words/field-title";
import { titleColumn } from "@/components/words/record-title";
import { lifecycleOf } from "@/lib/client/saving/lifecycle";
import { kindOf } from "@/lib/schema/kinds/index";
import { shownAs } from "@/lib/schema/record/presence";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { numberColumns } from "@/lib/schema/search-text/searched-columns";
import { type Column, shapeOf } from "@/lib/schema/shape";
import type { EditedFields } from "./use-edited-fields";

const none: ReadonlySet<string> = new Set();

interface Props extends RecordProps {
  readonly edited: EditedFields;
}

/**
 * All fields of a record: long texts on the left, facts on the right, in the groups of the
 * definition.
 */
export function OverviewTab({ resource, record, edited }: Props) {
  const all = startBeforeEnd(shapeOf(resource).columns).filter((one) => isShown(resource, one));
  const columns = all.map(shownAs);
  const [kept, setKept] = useState(none);
  const groupOf = ({ name, field }: Column) => {
    const group = edited.groupOf(name) ?? (kept.has(name) ? "empty" : undefined);
    if (group || !isEmpty(record[name])) return group ?? "filled";
    // A list reads only some fields of a record. Unread fields are not empty.
    return record[name] === undefined || kindOf(field).isSecret ? undefined : "empty";
  };
  const filled = columns.filter((column) => groupOf(column) === "filled");
  const empty = columns.filter((column) => groupOf(column) === "empty" && !isCommon(column.name));
  // While the empty fields are expanded, a filled one stays where it was edited.
  const keep = (isOpen: boolean) => setKept(isOpen ? new Set(empty.map(({ name }) => name)) : none);
  const editing = ({ name }: Column, group: "filled" | "empty") => ({
    onEdit: () => edited.begin(name, group),
    onEditEnd: () => edited.end(name),
  });
  const hasParts = lifecycleOf(resource) !== undefined;
  const wide = filled.filter((column) => isWide(resource, column));
  const facts = filled.filter((column) => !isWide(resource, column));
  return (
    <div
      className={
        wide.length > 0 || hasParts
          ? "grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_1fr]"
          : "max-w-2xl"
      }
    >
      {wide.length > 0 && (
        <div className="grid min-w-0 gap-6">
          {wide.map((column) => (
            <EditableValue
              key={column.name}
              {...{ resource, record, column, ...editing(column, "filled") }}
              frame={(part, isEditing) => (
                <section className="grid min-w-0 gap-1.5">
                  <h2 className={isEditing ? "sr-only" : "font-semibold text-13 text-ink-muted"}>
                    {titleOf(column)}
                  </h2>
                  {part}
                </section>
              )}
            >
              <FieldValue column={column} value={record[column.name] ?? null} />
            </EditableValue>
          ))}
        </div>
      )}
      <aside
        aria-label="Facts"
        className="grid min-w-0 gap-5 lg:col-start-2 lg:row-span-2 lg:row-start-1"
      >
        {sectionsOf(facts.filter(({ name }) => !isCommon(name))).map(([section, members]) => (
          <Facts key={section} title={section === "" ? "Facts" : section}>
            {section === "" && <Durations resource={resource} record={record} />}
            {members.map((column) => (
              <EditableFact
                key={column.name}
                {...{ resource, record, column, ...editing(column, "filled") }}
              />
            ))}
          </Facts>
        ))}
        <Facts title="Record">
          {facts
            .filter(({ name }) => isCommon(name))
            .map((column) => (
              <EditableFact
                key={column.name}
                {...{ resource, record, column, ...editing(column, "filled") }}
              />
            ))}
          {resource.scope === "people" && <PeopleTimes />}
        </Facts>
        <EmptyFields {...{ record }} columns={empty} onToggle={keep}>
          {empty.map((column) => (
            <EditableFact
              key={column.name}
              {...{ resource, record, column, ...editing(column, "empty") }}
            />
          ))}
        </EmptyFields>
      </aside>
      {hasParts && <RelatedParts {...{ resource, record }} />}
    </div>
  );
}

/** Sections of an incident or alert: members, similar records, course of events. */
function RelatedParts({ resource, record }: RecordProps) {
  const sets = useRelatedSets(resource, record);
  return (
    <div className="grid min-w-0 gap-6 lg:col-start-1">
      {sets.map((set) => (
        <RelatedSection key={set.key} set={set} />
      ))}
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

function EmptyFields(props: {
  readonly record: Row;
  readonly columns: readonly Column[];
  readonly onToggle: (isOpen: boolean) => void;
  readonly children: ReactNode;
}) {
  const { record, columns, onToggle, children } = props;
  if (columns.length === 0) return null;
  const count = columns.filter(({ name }) => isEmpty(record[name])).length;
  return (
    <details className="text-13" onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary className="cursor-pointer text-ink-muted pointer-coarse:py-3">
        {count === 1 ? "1 empty field" : `${count} empty fields`}
      </summary>
      <dl className="grid pt-1.5">{children}</dl>
    </details>
  );
}

/** Users are shared by projects, so their times mean something else than those of other records. */
function PeopleTimes() {
  return (
    <p className="pt-1.5 text-12 text-ink-muted">
      “Created” is when the user was added to the deployment. “Updated” is when their name, e-mail
      or permission to sign in last changed. Both apply to all projects.
    </p>
  );
}

function isShown(resource: Resource, { name, field }: Column): boolean {
  const numbers = numberColumns(resource);
  const inHeader = [titleColumn(resource)?.name, numbers?.bare, numbers?.prefixed];
  return !field.hidden && field.to !== "project" && !inHeader.includes(name);
}

function isWide(resource: Resource, { name, field }: Column): boolean {
  return kindOf(field).isWide === true && name !== resource.timeField;
}

function isCommon(name: string): boolean {
  return ["slug", "_id", "createdAt", "updatedAt", "createdByUserId"].includes(name);
}

function sectionsOf(columns: readonly Column[]): readonly (readonly [string, readonly Column[]])[] {
  const sections = new Map<string, Column[]>();
  for (const column of columns) {
    const section = column.field.section ?? "";
    sections.set(section, [...(sections.get(section) ?? []), column]);
  }
  return [...sections];
}
