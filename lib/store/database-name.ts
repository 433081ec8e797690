import { isPostgresUrl, postgresAddress } from "./postgres/connection/address";

/**
 * Returns a name for the database at `url` that holds no password. Throws a `StartupError` for a
 * wrong address.
 */
export function databaseName(url: string): string {
  if (url === "memory:") return "memory";
  return isPostgresUrl(url) ? postgresAddress(url).name : url.replace(/^file:/, "");
}
