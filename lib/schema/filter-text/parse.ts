import { nearest } from "@/lib/schema/pointer";
import {
  type Condition,
  type FilterNode,
  filterTests,
  type Test,
  type TextFault,
  type Vocabulary,
} from "./model";
import { ScanFault, Scanner } from "./scan";

/** The filter that a text describes, or the error in it. */
export type Parsed =
  | { readonly filter: FilterNode | undefined; readonly fault?: never }
  | { readonly fault: TextFault };

/** Parses filter text such as `severity:critical state!=resolved declared>-7d`. "" is no filter. */
export function parseFilter(text: string, vocabulary: Vocabulary): Parsed {
  const scanner = new Scanner(text);
  try {
    if (scanner.isAtEnd()) return { filter: undefined };
    const filter = readAny(scanner, vocabulary);
    if (!scanner.isAtEnd()) scanner.fail("Unmatched closing bracket: remove it.");
    return { filter };
  } catch (error) {
    if (error instanceof ScanFault) return { fault: error.fault };
    throw error;
  }
}

function readAny(scanner: Scanner, vocabulary: Vocabulary): FilterNode {
  const parts = [readAll(scanner, vocabulary)];
  while (!scanner.isAtEnd() && scanner.takeWord("or")) parts.push(readAll(scanner, vocabulary));
  return joined("or", parts);
}

function readAll(scanner: Scanner, vocabulary: Vocabulary): FilterNode {
  const parts = [readOne(scanner, vocabulary)];
  while (!scanner.isAtEnd() && !isEndOfAll(scanner)) {
    scanner.takeWord("and");
    parts.push(readOne(scanner, vocabulary));
  }
  return joined("and", parts);
}

function isEndOfAll(scanner: Scanner): boolean {
  const { at } = scanner;
  const isEnd = scanner.take(")") || scanner.takeWord("or");
  scanner.at = at;
  return isEnd;
}

function joined(kind: "and" | "or", parts: readonly FilterNode[]): FilterNode {
  const [only] = parts;
  return parts.length === 1 && only ? only : { kind, parts };
}

function readOne(scanner: Scanner, vocabulary: Vocabulary): FilterNode {
  if (scanner.isAtEnd()) scanner.fail("A condition is missing here, such as name:value.");
  if (scanner.takeWord("not")) return { kind: "not", part: readOne(scanner, vocabulary) };
  const opened = scanner.at;
  if (!scanner.take("(")) return readCondition(scanner, vocabulary);
  const inner = readAny(scanner, vocabulary);
  if (scanner.isAtEnd() || !scanner.take(")")) {
    scanner.fail("This bracket is not closed: add ) after the last condition.", opened);
  }
  return inner;
}

const word = /[A-Za-z_][\w-]*/y;

function readCondition(scanner: Scanner, vocabulary: Vocabulary): Condition {
  const from = scanner.at;
  const name = scanner.match(word);
  if (name === "") scanner.fail("Expected the name of a field here, then a sign and a value.");
  const presence = presenceWords.get(name.toLowerCase());
  if (presence !== undefined && scanner.take(":")) {
    const at = scanner.at;
    const place = readOperand(scanner, scanner.match(word), vocabulary, at);
    return { kind: "condition", ...place, test: presence, values: [] };
  }
  const place = readOperand(scanner, name, vocabulary, from);
  const test = readSign(scanner, name);
  return readValues(scanner, place, test);
}

type Place = Pick<Condition, "column" | "path">;

/** Reads the operand of a condition: a field, followed after dots by a path within it. */
function readOperand(scanner: Scanner, name: string, vocabulary: Vocabulary, at: number): Place {
  const column = columnNamed(scanner, name, vocabulary, at);
  if (!scanner.take(".")) return { column };
  const within = vocabulary.within?.(column);
  if (within === undefined) return scanner.fail(`${name} has no nested fields: remove the dot.`);
  if (within === "keys") return { column, path: readKeys(scanner) };
  const from = scanner.at;
  return { column, path: [columnNamed(scanner, scanner.match(word), within, from)] };
}

function readKeys(scanner: Scanner): readonly string[] {
  const keys: string[] = [];
  do {
    const from = scanner.at;
    const key = scanner.quoted() ?? scanner.match(bareKey);
    if (scanner.at === from) scanner.fail("The name of a key is missing here, such as region.");
    keys.push(key);
  } while (scanner.take("."));
  return keys;
}

const bareKey = /[\w-]+/y;

const presenceWords: ReadonlyMap<string, Test> = new Map([
  ["no", "empty"],
  ["has", "filled"],
]);

function columnNamed(scanner: Scanner, name: string, { columnOf }: Vocabulary, at: number): string {
  const column = columnOf.get(name.toLowerCase());
  if (column !== undefined) return column;
  const near = nearest(name, columnOf.keys());
  const hint = near === undefined ? "" : ` Did you mean ${near}?`;
  return scanner.fail(`There is no field "${name}".${hint}`, at);
}

/** Longer signs come first, so that ">=" is not read as ">" and "=". */
const bySign = (Object.keys(filterTests) as Test[])
  .map((test) => ({ test, sign: filterTests[test].sign ?? "" }))
  .filter(({ test, sign }) => sign !== "" && test !== "between")
  .sort((one, other) => other.sign.length - one.sign.length);

function readSign(scanner: Scanner, name: string): Test {
  const found = bySign.find(({ sign }) => scanner.take(sign));
  const known = "one of : != > >= < <= ~ !~ ^= $= *=";
  return found
    ? found.test
    : scanner.fail(`Expected an operator after ${name}: ${known}, then a value.`);
}

function readValues(scanner: Scanner, place: Place, test: Test): Condition {
  const from = scanner.at;
  const values = [readValue(scanner)];
  if (test === "is" && scanner.take("..")) {
    return {
      kind: "condition",
      ...place,
      test: "between",
      values: [...values, readValue(scanner)],
    };
  }
  while (scanner.take(",")) values.push(readValue(scanner));
  if (values.length > 1 && filterTests[test].takes !== "many") {
    scanner.fail(
      `${filterTests[test].sign ?? test} takes one value: put it in quotes if it holds a comma.`,
      from,
    );
  }
  return { kind: "condition", ...place, test, values };
}

function readValue(scanner: Scanner): string {
  const from = scanner.at;
  const value = scanner.value();
  if (scanner.at === from) scanner.fail('A value is missing here; "" is the empty text.');
  return value;
}
