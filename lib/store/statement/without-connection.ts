/** Rejects, because the caller may only build statements. */
export function withoutConnection(): Promise<never> {
  return Promise.reject(new Error("This Kysely builds statements and runs none."));
}
