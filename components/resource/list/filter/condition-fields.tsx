import { Select } from "@/components/ui/form/select";
import { TextField } from "@/components/ui/form/text-field";
import { titleOf } from "@/components/words/field-title";
import { inSentence } from "@/components/words/sentence-case";
import { mayRead, useProject } from "@/lib/client/project/project";
import { resourceAt } from "@/lib/resources/index";
import type { Field } from "@/lib/schema/field";
import {
  comparedColumn,
  conditionColumn,
  isKeyed,
  keyTests,
  relatedOf,
} from "@/lib/schema/filter-text/condition-target";
import type { Condition, Test } from "@/lib/schema/filter-text/model";
import { testsOf, usualTestsOf } from "@/lib/schema/filter-text/tests-by-kind";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";
import { filterColumns, fitValues, newCondition } from "./conditions";
import { testText } from "./filter-words";
import { ValueInput } from "./value-inputs";

interface Props {
  readonly resource: Resource;
  readonly draft: Condition;
  readonly onChange: (condition: Condition) => void;
}

/**
 * The parts of a condition, each with its own control: field, part of the field, operator, values.
 */
export function ConditionFields({ resource, draft, onChange }: Props) {
  const columns = filterColumns(resource);
  const outer = conditionColumn(resource, draft.column);
  const isKey = isKeyed(resource, draft);
  const column = isKey ? outer : comparedColumn(resource, draft, resourceAt);
  if (!outer || !column) return null;
  // A key of JSON is compared like a text field.
  const field: Field = isKey ? { kind: "text" } : column.field;
  const usual = isKey ? keyTests : usualTestsOf(field);
  const tests = usual.includes(draft.test) ? usual : [...usual, draft.test];
  const takeColumn = (name: string) => {
    const made = newCondition(columns.find((one) => one.name === name));
    if (made) onChange(made);
  };
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-2 gap-2">
        <Select
          label="Field"
          labelHidden
          choices={columns.map((one) => ({ value: one.name, text: titleOf(one) }))}
          value={outer.name}
          onChange={takeColumn}
        />
        <Select<Test>
          label="Comparison"
          labelHidden
          choices={tests.map((test) => ({ value: test, text: testText(field, test) }))}
          value={draft.test}
          onChange={(test) => onChange({ ...draft, test, values: fitValues(test, draft.values) })}
        />
      </div>
      <Within {...{ resource, draft, onChange }} column={outer} />
      <ValueInput
        column={isKey ? { ...column, field: { kind: "text" } } : column}
        test={draft.test}
        values={draft.values}
        onChange={(values) => onChange({ ...draft, values })}
      />
    </div>
  );
}

/** Selects the part of a field: a field of the related record, or a key of its JSON. */
function Within({ draft, column, onChange }: Props & { readonly column: Column }) {
  const context = useProject();
  const { path: _, ...whole } = draft;
  const target = relatedOf(column, resourceAt);
  if (target && (draft.path || mayRead(context, target))) {
    const inner = filterColumns(target).filter(({ field }) => testsOf(field).length > 0);
    return (
      <Select
        label="Related field"
        labelHidden
        choices={[
          { value: "", text: `The ${inSentence(titleOf(column))} itself` },
          ...inner.map((one) => ({
            value: one.name,
            text: `${titleOf(column)}: ${inSentence(titleOf(one))}`,
          })),
        ]}
        value={draft.path?.[0] ?? ""}
        onChange={(name) => {
          const made = newCondition(name === "" ? column : inner.find((one) => one.name === name));
          if (!made) return;
          onChange({ ...made, column: column.name, ...(name !== "" && { path: [name] }) });
        }}
      />
    );
  }
  if (!kindOf(column.field).hasKeys) return null;
  return (
    <TextField
      label="Key"
      placeholder="region, or owner.team for a key within a key"
      value={draft.path?.join(".") ?? ""}
      onChange={({ target: { value } }) => {
        if (value === "") onChange({ ...whole, test: "filled", values: [] });
        else onChange({ ...whole, ...keyed(draft), path: value.split(".") });
      }}
    />
  );
}

function keyed({ test, values }: Condition): Pick<Condition, "test" | "values"> {
  return keyTests.includes(test) ? { test, values } : { test: "is", values: [] };
}
