/**
 * Patterns that no response may match: stacks, SQL, names of our files and parts, words of the
 * engine.
 */
const telltales: readonly RegExp[] = [
  /\bat (?:async )?[\w.<>[\] ]*\(?(?:file:|node:|\/)[^\s)]*:\d+/,
  /\.(?:ts|js|mjs|cjs):\d+/,
  /SQLITE_|SqliteError|sqlite_master|better-sqlite3|kysely/i,
  /node_modules|node:internal/,
  /(?:select|insert into|update|delete from) "/,
  /\b(?:TypeError|RangeError|ReferenceError|SyntaxError|AssertionError)\b/,
  /Cannot read propert|is not a function|is not iterable|Maximum call stack/,
  /tocsin_(?:setting|counter|record_count|kept_answer|schema)|__lower/,
];

/** Returns the matches of the patterns in a text. */
export function leaksIn(text: string): string[] {
  const found = telltales.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
  return text.includes(process.cwd()) ? [...found, process.cwd()] : found;
}
