"use client";

import { useState } from "react";
import { titleOf } from "@/components/fields/title";
import { possibleColumns, usualColumns } from "@/components/resource/list/shown-columns";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { usePlace } from "@/lib/client/project";
import { type Condition, type Test, valuesTaken } from "@/lib/schema/filter-text/model";
import { testsOf, usualTestsOf } from "@/lib/schema/filter-text/tests-of";
import { readValue } from "@/lib/schema/filter-text/values";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";
import { ValueInput } from "./value-inputs";
import { wordsOf } from "./words";

interface Props {
  readonly resource: Resource;
  /** The condition to change; absent: a new one. */
  readonly condition?: Condition;
  readonly startColumn?: string | undefined;
  readonly onChange: (condition: Condition) => void;
  /** Opens the builder of groups. */
  readonly onBuilder?: () => void;
}

/** One condition: a field, what is asked of it, and with which values. */
export function ConditionEditor(props: Props) {
  const { resource, condition, startColumn, onChange, onBuilder } = props;
  const columns = filterColumns(resource);
  const start = columns.find(({ name }) => name === startColumn);
  const [draft, setDraft] = useState(() => condition ?? newCondition(start ?? firstOf(columns)));
  const { me } = usePlace();
  const column = columns.find(({ name }) => name === draft?.column);
  if (!draft || !column) return <p className="text-13">Nothing here can be filtered by.</p>;
  const problem = problemOf(column, draft, me._id);
  return (
    <form
      className="grid w-80 max-w-full gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === undefined) onChange(draft);
      }}
    >
      <ConditionFields columns={columns} column={column} draft={draft} onChange={setDraft} />
      <div className="flex items-center justify-between gap-2">
        {onBuilder ? (
          <Button look="quiet" size="small" onPress={onBuilder}>
            And, or, not…
          </Button>
        ) : (
          <span />
        )}
        <Button look="primary" type="submit" isDisabled={problem !== undefined}>
          {condition ? "Change filter" : "Add filter"}
        </Button>
      </div>
    </form>
  );
}

interface FieldsProps {
  readonly columns: readonly Column[];
  readonly column: Column;
  readonly draft: Condition;
  readonly onChange: (condition: Condition) => void;
}

/** The three parts of a condition, each in a control of its own. */
export function ConditionFields({ columns, column, draft, onChange }: FieldsProps) {
  const { kind } = column.field;
  const usual = usualTestsOf(kind);
  const tests = usual.includes(draft.test) ? usual : [...usual, draft.test];
  const takeColumn = (name: string) => {
    const next = columns.find((one) => one.name === name);
    const made = newCondition(next);
    if (made) onChange(made);
  };
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-2 gap-2">
        <Select
          label="Field"
          labelHidden
          choices={columns.map((one) => ({ value: one.name, text: titleOf(one) }))}
          value={column.name}
          onChange={takeColumn}
        />
        <Select<Test>
          label="Comparison"
          labelHidden
          choices={tests.map((test) => ({ value: test, text: wordsOf(kind, test) }))}
          value={draft.test}
          onChange={(test) => onChange({ ...draft, test, values: fitted(test, draft.values) })}
        />
      </div>
      <ValueInput
        column={column}
        test={draft.test}
        values={draft.values}
        onChange={(values) => onChange({ ...draft, values })}
      />
    </div>
  );
}

/** The columns that can be asked something. */
export function filterColumns(resource: Resource): readonly Column[] {
  const usual = usualColumns(resource);
  const others = possibleColumns(resource).filter((column) => !usual.includes(column));
  return [...usual, ...others].filter(({ field }) => testsOf(field.kind).length > 0);
}

/** What people narrow a list by first: a state, a severity, whatever the records refer to. */
export function firstOf(columns: readonly Column[]): Column | undefined {
  return columns.find(({ field }) => field.to !== undefined) ?? columns[0];
}

/** A condition on a column with what is asked of it first. */
export function newCondition(column: Column | undefined): Condition | undefined {
  const [first] = column ? usualTestsOf(column.field.kind) : [];
  if (!column || !first) return undefined;
  const tests = usualTestsOf(column.field.kind);
  const test = preferred.find((one) => tests.includes(one)) ?? first;
  return { kind: "condition", column: column.name, test, values: fitted(test, []) };
}

const preferred: readonly Test[] = ["contains", "is", "filled"];

/** What keeps a condition from being used yet, or undefined. */
export function problemOf(column: Column, draft: Condition, me: string): string | undefined {
  const { test, values } = draft;
  const taken = valuesTaken[test];
  if (taken !== "none" && values.length === 0) return "needs a value";
  const reader = { me, now: Date.now() };
  for (const value of values) {
    if (value === "" && taken !== "many") return "needs a value";
    const read = readValue[column.field.kind](value, reader);
    if ("problem" in read) return read.problem;
  }
  return undefined;
}

function fitted(test: Test, values: readonly string[]): readonly string[] {
  const [first = "", second = ""] = values;
  return { none: [], one: [first], two: [first, second], many: values.filter(Boolean) }[
    valuesTaken[test]
  ];
}
