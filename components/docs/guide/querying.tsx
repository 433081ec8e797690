import { CodeBlock } from "@/components/docs/code-block";
import { DataTable } from "@/components/docs/data-table";
import { Code, Prose, Section } from "@/components/docs/section";
import { kinds } from "@/lib/schema/kinds/index";
import type { Kind } from "@/lib/schema/values/kind";
import { type Operand, type OperatorName, operators } from "@/lib/schema/values/operators";

/** Explains the query language. */
export function Querying() {
  return (
    <Section id="query" title="Queries">
      <Prose>
        Each key names a field, and all must hold. A value means equal, <Code>null</Code> means
        empty, an array means any of these. Everything else is an operator:{" "}
        <Code>{`{"_type": …, "value": …}`}</Code>. Search and the other text operators disregard
        case; comparisons do not.
      </Prose>
      <CodeBlock name="Query" code={example} />
      <Prose>
        <Code>_and</Code> and <Code>_or</Code> hold arrays of queries, <Code>_not</Code> one; nested
        at most five deep, with at most 50 conditions, eight of them of Search, NotContains,
        StartsWith and EndsWith. A relation by its own name takes a query over the record it refers
        to, and a list of references one over the records it holds, one of which must match.{" "}
        <Code>_has</Code> and <Code>_hasNo</Code> take queries over the records that refer to a
        record, by the path of their resource, <Code>{"{}"}</Code> for any of them:{" "}
        <Code>{`{"_hasNo": {"incident-owner-user": {}}}`}</Code> means incidents that no user owns.
        A JSON field takes an object of keys and the values they must equal, or GreaterThan,
        GreaterThanOrEqual, LessThan, LessThanOrEqual and InBetween with numbers or ISO 8601 dates,
        which are compared as text, so store them in UTC. NotEqual, NotContains and IncludesNone
        leave out records whose field is empty; <Code>_not</Code> keeps them. An empty list of
        references is no empty field: IncludesNone finds it. A number may be text, such as{" "}
        <Code>"5"</Code>. An unknown field or operator is an error, never ignored.
      </Prose>
      <DataTable
        caption="Operators for each type of field"
        columns={["Types", "Operators"]}
        rows={operatorGroups().map(({ types, operators }) => ({
          key: types,
          cells: [
            types,
            operators.length === 0 ? (
              "cannot be queried"
            ) : (
              <span key="operators" className="font-mono text-12 leading-5">
                {operators.join(", ")}
              </span>
            ),
          ],
        }))}
      />
      <DataTable
        caption="Operands of operators"
        columns={["Beside _type", "Operators"]}
        rows={operandRows().map(({ words, operators }) => ({
          key: words,
          cells: [
            words,
            <span key="operators" className="font-mono text-12 leading-5">
              {operators.join(", ")}
            </span>,
          ],
        }))}
      />
    </Section>
  );
}

const example = `{
  "query": {
    "title": {"_type": "Search", "value": "checkout"},
    "declaredAt": {"_type": "InBetween",
                   "startValue": "2026-03-01", "endValue": "2026-04-01"},
    "rootCause": null,
    "_or": [
      {"incidentSeverity": {"name": "Critical Incident"}},
      {"customFields": {"region": "eu-west"}}
    ]
  }
}`;

/** Groups the field types that have the same operators. */
function operatorGroups() {
  const groups = new Map<readonly OperatorName[], Set<string>>();
  const all: readonly Kind[] = Object.values(kinds);
  for (const kind of all) {
    groups.set(kind.operators, (groups.get(kind.operators) ?? new Set()).add(kind.type));
  }
  return [...groups].map(([names, types]) => ({
    types: [...types].join(", "),
    operators: names,
  }));
}

function operandRows() {
  return (Object.keys(operandWords) as Operand[]).map((operand) => ({
    words: operandWords[operand],
    operators: operators[operand],
  }));
}

const operandWords: Readonly<Record<Operand, string>> = {
  one: "value: one value of the field's type",
  text: "value: text",
  many: "value: an array of at most 500",
  range: "startValue and endValue, both included",
  none: "nothing",
};
