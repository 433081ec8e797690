import { createHash } from "node:crypto";
import type { ClientBase, QueryArrayConfig } from "pg";
import { Lru } from "@/lib/store/statement/lru";

/**
 * Most named statements of one connection. The server parses a named statement once per connection
 * and stores it until the connection ends.
 */
export const mostNamed = 400;

const namesByText = new Lru<string>(mostNamed);
const namesOn = new WeakMap<ClientBase, Set<string>>();

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
    name: nameOn(client, text),
  };
  const { rows, rowCount } = await client.query<unknown[]>(query);
  return { rows, count: rowCount ?? 0 };
}

/**
 * Returns true for a connection without room for new named statements. Replace it: the driver
 * remembers the names of deallocated statements too, and offers no way to forget them.
 */
export function isFullOfNames(client: ClientBase): boolean {
  return (namesOn.get(client)?.size ?? 0) >= mostNamed;
}

function nameOn(client: ClientBase, text: string): string | undefined {
  const name = nameOf(text);
  const names = namesOn.get(client) ?? new Set();
  namesOn.set(client, names);
  if (names.size >= mostNamed && !names.has(name)) return undefined;
  names.add(name);
  return name;
}

function nameOf(text: string): string {
  const known = namesByText.get(text);
  if (known !== undefined) return known;
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 40);
  namesByText.set(text, name);
  return name;
}
