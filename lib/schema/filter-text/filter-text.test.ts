import fc from "fast-check";
import { expect, test } from "vitest";
import { resourceAt, resources } from "@/lib/resources/index";
import type { Column } from "@/lib/schema/shape";
import { joinFilters } from "./join";
import { type FilterNode, filterTests, type Test } from "./model";
import { parseFilter } from "./parse";
import { printFilter } from "./print";
import { vocabularyOf } from "./vocabulary";

const titleOf = ({ name, relation, field }: Column) => field.title ?? relation ?? name;
const incident = resources.get("incident");
if (!incident) throw new Error("There is no incident.");
const vocabulary = vocabularyOf(incident, titleOf, resourceAt);
const columns = [...vocabulary.nameOf.keys()];
const all = Object.keys(filterTests) as Test[];

const value = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom(...'ab "\\,().:!=<>~^$*-\n') }),
  fc.constantFrom("or", "and", "not", "..", ".", "-7d", "me", "5..9"),
);

/** Generates a path within a column, or nothing. */
function pathOf(column: string): fc.Arbitrary<{ readonly path?: readonly string[] }> {
  const within = vocabulary.within?.(column);
  if (within === undefined) return fc.constant({});
  const path =
    within === "keys"
      ? fc.array(value, { minLength: 1, maxLength: 3 })
      : fc.constantFrom(...within.nameOf.keys()).map((name) => [name]);
  return fc.option(path, { nil: undefined }).map((some) => (some ? { path: some } : {}));
}

const condition = fc
  .constantFrom(...columns)
  .chain((column) => fc.tuple(fc.constant(column), pathOf(column), fc.constantFrom(...all)))
  .chain(([column, path, test]) => {
    const sizes = { none: [0, 0], one: [1, 1], two: [2, 2], many: [1, 4] } as const;
    const [minLength, maxLength] = sizes[filterTests[test].takes];
    return fc
      .array(value, { minLength, maxLength })
      .map((values): FilterNode => ({ kind: "condition", column, ...path, test, values }));
  });

const { filter } = fc.letrec<{ filter: FilterNode }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    condition,
    fc.record({
      kind: fc.constantFrom("and" as const, "or" as const),
      parts: fc.array(tie("filter"), { minLength: 2, maxLength: 4 }),
    }),
    fc.record({ kind: fc.constant("not" as const), part: tie("filter") }),
  ),
}));

test("a filter comes back from its text as it was", () => {
  fc.assert(
    fc.property(filter, (one) => {
      expect(parseFilter(printFilter(one, vocabulary), vocabulary)).toEqual({ filter: one });
    }),
    { numRuns: 1_000 },
  );
});

test("any text is read or refused with a position in it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const { fault } = parseFilter(text, vocabulary);
      if (fault) expect(fault.at).toBeLessThanOrEqual(text.length);
    }),
  );
});

test("every field of every resource has a name that refers back to it", () => {
  for (const resource of resources.values()) {
    const { nameOf, columnOf } = vocabularyOf(resource, titleOf);
    for (const [column, name] of nameOf) expect(columnOf.get(name.toLowerCase())).toBe(column);
  }
});

test("text as users write it", () => {
  const text =
    'severity:critical,major state!=resolved declared>-7d title~"out of memory" no:labels';
  const parsed = parseFilter(text, vocabulary);
  expect(parsed.fault).toBeUndefined();
  expect("filter" in parsed && printFilter(parsed.filter, vocabulary)).toBe(text);
});

test.each([
  [["severity:a", ""], "severity:a"],
  [["severity:a", "no:labels"], "severity:a no:labels"],
  [["severity:a or severity:b", "no:labels"], "(severity:a or severity:b) no:labels"],
  [["no:labels", "severity:a or severity:b"], "no:labels (severity:a or severity:b)"],
  [["severity:", "no:labels"], "severity: no:labels"],
])("%j are joined to a text that demands each of them", (texts, text) => {
  expect(joinFilters(texts, vocabulary)).toBe(text);
});

test.each([
  ["sevrity:critical", 'There is no field "sevrity". Did you mean severity?'],
  ["severity", "Expected an operator after severity: one of"],
  ["severity:", "A value is missing here"],
  ["(severity:x", "This bracket is not closed"],
  ["severity:x)", "Unmatched closing bracket"],
  ['title~"x', "This quote is not closed"],
  ["declared>a,b", "> takes one value"],
])("%s is refused in words", (text, message) => {
  expect(parseFilter(text, vocabulary).fault?.message).toContain(message);
});
