import { type Condition, type FilterNode, filterTests, type Vocabulary } from "./model";

/** Prints a value. A relation's id becomes the name of its record if that name is unambiguous. */
export type PrintValue = (condition: Condition, value: string) => string;

const asIs: PrintValue = (_, value) => value;

/** Prints a filter as text that `parseFilter` reads back as the same filter. "" for no filter. */
export function printFilter(
  filter: FilterNode | undefined,
  vocabulary: Vocabulary,
  printValue: PrintValue = asIs,
): string {
  if (!filter) return "";
  return print(filter, vocabulary, printValue, 0);
}

/** Precedence of each form: `or` binds least, then adjacent terms, then `not`. */
const binding = { or: 0, and: 1, not: 2, condition: 3 } as const;

function print(
  node: FilterNode,
  vocabulary: Vocabulary,
  printValue: PrintValue,
  around: number,
): string {
  const within = (part: FilterNode, level: number) => print(part, vocabulary, printValue, level);
  const text = {
    condition: () => printCondition(node as Condition, vocabulary, printValue),
    not: () => (node.kind === "not" ? `not ${within(node.part, binding.not)}` : ""),
    and: () => (node.kind === "and" ? node.parts.map((part) => within(part, 2)).join(" ") : ""),
    or: () => (node.kind === "or" ? node.parts.map((part) => within(part, 1)).join(" or ") : ""),
  }[node.kind]();
  return binding[node.kind] < around ? `(${text})` : text;
}

function printCondition(
  condition: Condition,
  vocabulary: Vocabulary,
  printValue: PrintValue,
): string {
  const { test, values } = condition;
  const name = printPlace(condition, vocabulary);
  if (test === "empty") return `no:${name}`;
  if (test === "filled") return `has:${name}`;
  const written = values.map((value) => quoted(printValue(condition, value)));
  return `${name}${filterTests[test].sign ?? ""}${written.join(test === "between" ? ".." : ",")}`;
}

function printPlace({ column, path = [] }: Condition, vocabulary: Vocabulary): string {
  const within = vocabulary.within?.(column);
  const inner = path.map((part) => {
    if (within !== "keys") return within?.nameOf.get(part) ?? part;
    return /^[\w-]+$/.test(part) ? part : inQuotes(part);
  });
  return [vocabulary.nameOf.get(column) ?? column, ...inner].join(".");
}

/** Quotes a value if it would otherwise be read as something else. */
export function quoted(value: string): string {
  const isPlain = /^[^\s,()"\\:=~<>!^$*][^\s,()"\\]*$/.test(value) && !/\.\.|\.$/.test(value);
  return isPlain ? value : inQuotes(value);
}

/** Returns a text in quotes, with its own quotes and backslashes escaped. */
export function inQuotes(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
