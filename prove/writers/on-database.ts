import pg from "pg";

/** Runs one statement on a connection of its own, and returns its rows as objects. */
export async function onDatabase(
  url: string,
  text: string,
): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}
