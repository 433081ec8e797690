import { type ReactNode, useState } from "react";
import { isEmpty } from "@/components/fields/form-values";
import { FieldValue } from "@/components/fields/registry/values";
import { startBeforeEnd } from "@/components/fields/start-before-end";
import { EditableValue } from "@/components/resource/inline-edit/editable-value";
import { Durations } from "@/components/resource/record/facts/durations";
import { EditableFact } from "@/components/resource/record/facts/fact-row";
import type { RecordProps } from "@/components/resource/record-props";
import { titleOf } from "@/components/words/field-title";
import { kindOf } from "@/lib/schema/kinds/index";
import { shownAs } from "@/lib/schema/record/presence";
import { type Column, shapeOf } from "@/lib/schema/shape";
import { EmptyFields } from "./empty-fields";
import { isCommon, isShown, isWide, type Section, sectionsOf } from "./overview-columns";
import { OverviewLayout, type SectionBelow } from "./overview-layout";
import type { EditedFields } from "./use-edited-fields";

const none: ReadonlySet<string> = new Set();

const recordSection = "Record";

interface Props extends RecordProps {
  readonly edited: EditedFields;
  /** Content above and below the long texts, for records with a lifecycle. */
  readonly around?: {
    readonly before: ReactNode;
    readonly after: ReactNode;
    /** The first facts. */
    readonly facts: ReactNode;
  };
  readonly below?: SectionBelow;
  /** Columns that the page shows elsewhere. */
  readonly elsewhere?: ReadonlySet<string>;
}

/**
 * All fields of a record: long texts on the left, facts on the right, in the groups of the
 * definition.
 */
export function OverviewTab({ resource, record, edited, around, below, elsewhere = none }: Props) {
  const all = startBeforeEnd(shapeOf(resource).columns).filter(
    (one) => isShown(resource, one) && !elsewhere.has(one.name),
  );
  const columns = all.map(shownAs);
  const [kept, setKept] = useState(none);
  const groupOf = ({ name, field }: Column) => {
    const group = edited.groupOf(name) ?? (kept.has(name) ? "empty" : undefined);
    if (group || !isEmpty(record[name])) return group ?? "filled";
    // A field that was not read is not empty.
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
  // Beside a timeline, only prose stands above it.
  const isAbove = (column: Column) =>
    isWide(resource, column) && (!around || kindOf(column.field).isMarkdown === true);
  const wide = filled.filter(isAbove);
  const facts = filled.filter((column) => !isAbove(column));
  const sections: readonly Section[] = [
    ...sectionsOf(facts.filter(({ name }) => !isCommon(name))),
    [recordSection, facts.filter(({ name }) => isCommon(name))],
  ];
  const isDetail = (title: string) =>
    title === recordSection || (around !== undefined && title === "Automation");
  const show = ([section, members]: Section) => (
    <Facts key={section} title={section === "" ? "Facts" : section}>
      {section === "" && around?.facts}
      {section === "" && <Durations resource={resource} record={record} />}
      {members.map((column) => (
        <EditableFact
          key={column.name}
          {...{ resource, record, column, ...editing(column, "filled") }}
        />
      ))}
      {section === recordSection && resource.scope === "people" && <PeopleTimes />}
    </Facts>
  );
  const long = (wide.length > 0 || around) && (
    <>
      {around?.before}
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
      {around?.after}
    </>
  );
  return (
    <OverviewLayout long={long} below={below}>
      {sections.filter(([title]) => !isDetail(title)).map(show)}
      {around ? (
        <details className="text-13">
          <summary className="cursor-pointer font-semibold text-ink-muted pointer-coarse:py-3">
            Details
          </summary>
          <div className="grid gap-5 pt-2">
            {sections.filter(([title]) => isDetail(title)).map(show)}
          </div>
        </details>
      ) : (
        sections.filter(([title]) => isDetail(title)).map(show)
      )}
      <EmptyFields {...{ record }} columns={empty} onToggle={keep}>
        {empty.map((column) => (
          <EditableFact
            key={column.name}
            {...{ resource, record, column, ...editing(column, "empty") }}
          />
        ))}
      </EmptyFields>
    </OverviewLayout>
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

/** Users are shared by projects, so their times mean something else than those of other records. */
function PeopleTimes() {
  return (
    <p className="pt-1.5 text-12 text-ink-muted">
      “Created” is when the user was added to the deployment. “Updated” is when their name, e-mail
      or permission to sign in last changed. Both apply to all projects.
    </p>
  );
}
