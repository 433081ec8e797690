import { readFileSync, writeFileSync } from "node:fs";
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzipSync,
} from "node:zlib";
import type { Caller, Shape } from "./request";

/** A recorded request, with the reply as `comparable` returns it. */
export interface RecordedCall {
  readonly shape: Shape;
  readonly caller: Caller;
  readonly reply: string;
}

const folder = "tests/fixtures/plain-replies";
const database = `${folder}/database.db.gz`;
const calls = `${folder}/calls.br`;

/** Stores recorded calls, and the database file whose server was asked. */
export function writeCorpus(file: string, recorded: readonly RecordedCall[]): void {
  writeFileSync(database, gzipSync(readFileSync(file), { level: 9 }));
  const text = recorded.map((call) => JSON.stringify(call)).join("\n");
  // The same records come in many replies, further apart than a smaller window reaches.
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
  writeFileSync(calls, brotliCompressSync(text, { params }));
}

/** Returns the recorded calls. */
export function readCorpus(): readonly RecordedCall[] {
  const text = brotliDecompressSync(readFileSync(calls)).toString();
  return text.split("\n").map((line): RecordedCall => JSON.parse(line));
}

/** Writes the database of the recorded calls to a file. */
export function restoreCorpus(file: string): void {
  writeFileSync(file, gunzipSync(readFileSync(database)));
}
