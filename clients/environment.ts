/** The address of the server and a key, from the environment. */
export const url: string = read("TOCSIN_URL");
export const key: string = read("TOCSIN_KEY");

/** Ends the program unless the values are equal. */
export function check(what: string, found: unknown, expected: unknown): void {
  const one = JSON.stringify(found);
  if (one !== JSON.stringify(expected)) throw new Error(`${what}: ${one}`);
}

function read(name: string): string {
  const { process } = globalThis as unknown as {
    process: { env: Record<string, string | undefined> };
  };
  const value = process.env[name];
  if (value === undefined) throw new Error(`Set ${name}.`);
  return value;
}
