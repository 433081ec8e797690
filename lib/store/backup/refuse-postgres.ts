import { StartupError } from "@/lib/startup-error";
import { isPostgresUrl } from "@/lib/store/postgres/address";

/**
 * Throws a `StartupError` for an argument that names a PostgreSQL database: backups are of SQLite. It repeats nothing of
 * it, for it may hold a password.
 */
export function refusePostgres(...places: readonly (string | undefined)[]): void {
  if (!places.some((place) => place !== undefined && isPostgresUrl(place))) return;
  throw new StartupError(
    "This command is for SQLite alone: back a PostgreSQL database up with pg_dump, and restore it with pg_restore.",
  );
}
