import { isPostgresUrl, postgresAddress } from "./postgres/connection/address";

/** How people may name a database, from its URL: without a password. Throws a `StartupError` for a wrong address. */
export function databaseName(url: string): string {
  if (url === "memory:") return "memory";
  return isPostgresUrl(url) ? postgresAddress(url).name : url.replace(/^file:/, "");
}
