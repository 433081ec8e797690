import { z } from "zod";

/** When a database was last backed up, and how large that backup is. */
export interface LastBackup {
  readonly at: string;
  readonly bytes: number;
}

/** The setting that a shared database notes it in; a file has a note beside it. */
export const lastBackupSetting = "last backup";

const form = z.object({ at: z.string(), bytes: z.number() });

/** A note as it was written; undefined for anything else. */
export function readNote(text: string): LastBackup | undefined {
  try {
    return form.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
