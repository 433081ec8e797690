import { z } from "zod";

/** Time and size of the last backup of a database. */
export interface LastBackup {
  readonly at: string;
  readonly bytes: number;
}

/**
 * Setting of the last backup in a shared database; a database file has a note beside it instead.
 */
export const lastBackupSetting = "last backup";

const form = z.object({ at: z.string(), bytes: z.number() });

/** Parses a stored note; undefined for anything else. */
export function readNote(text: string): LastBackup | undefined {
  try {
    return form.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
