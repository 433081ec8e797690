import { createHash } from "node:crypto";
import type { ClientBase, QueryArrayConfig } from "pg";

/**
 * Most named statements. A named statement is parsed once per connection, and the server stores
 * each.
 */
const mostNamed = 400;
const names = new Map<string, string>();

/**
 * Runs one statement; returns the rows as arrays and the number of affected rows. Throws the
 * driver's errors.
 */
export async function execute(
  client: ClientBase,
  text: string,
  parameters: readonly unknown[],
): Promise<{ readonly rows: unknown[][]; readonly count: number }> {
  const query: QueryArrayConfig = {
    text,
    values: [...parameters],
    rowMode: "array",
    name: nameOf(text),
  };
  const { rows, rowCount } = await client.query<unknown[]>(query);
  return { rows, count: rowCount ?? 0 };
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostNamed) return known;
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 40);
  names.set(text, name);
  return name;
}
