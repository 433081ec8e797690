import { statSync } from "node:fs";
import type { DatabaseFacts } from "@/lib/store/port/database-facts";
import { lastBackup } from "./file/last-backup";
import type { SqliteFiles } from "./file/open";

/** Returns the size of a database and its last backup. */
export function sizesOf({ writer: { raw } }: SqliteFiles): Omit<DatabaseFacts, "waiting" | "work"> {
  const pages = Number(raw.pragma("page_count", { simple: true }));
  const bytes = pages * Number(raw.pragma("page_size", { simple: true }));
  const engine = "sqlite" as const;
  if (raw.memory) return { engine, inMemory: true, bytes, walBytes: null, lastBackup: null };
  const wal = statSync(`${raw.name}-wal`, { throwIfNoEntry: false });
  const noted = lastBackup(raw.name) ?? null;
  return { engine, inMemory: false, bytes, walBytes: wal?.size ?? 0, lastBackup: noted };
}
