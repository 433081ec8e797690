import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { yieldInTurn } from "@/lib/store/concurrency/yield-every";

/** Shorter chunks are joined; a text of twice this length is split. */
const pieceLength = 131_072;

/**
 * Returns a record as JSON in chunks that take some milliseconds each, after `before`. The whole
 * text would double the memory and block all other requests meanwhile.
 */
export async function* recordText(record: Row, before = ""): AsyncGenerator<string> {
  let text = `${before}{`;
  let isFirst = true;
  for (const [name, value] of Object.entries(record)) {
    text += `${isFirst ? "" : ","}${JSON.stringify(name)}:`;
    isFirst = false;
    for (const piece of valueText(value)) {
      text += piece;
      if (text.length < pieceLength) continue;
      yield text;
      text = "";
      await yieldInTurn();
    }
  }
  yield `${text}}`;
}

/** Yields a value as JSON. A long text comes in chunks that split no surrogate pair. */
function* valueText(value: JsonValue): Generator<string> {
  if (typeof value !== "string" || value.length < 2 * pieceLength) {
    yield JSON.stringify(value);
    return;
  }
  yield '"';
  for (let from = 0; from < value.length; ) {
    const to = from + pieceLength;
    const end = isHighSurrogate(value.charCodeAt(to - 1)) ? to + 1 : to;
    yield JSON.stringify(value.slice(from, end)).slice(1, -1);
    from = end;
  }
  yield '"';
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd8_00 && unit <= 0xdb_ff;
}
