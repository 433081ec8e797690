import { type LastBackup, lastBackupSetting } from "@/lib/store/port/last-backup";
import { connectedTo } from "./readable-server";

const note =
  "insert into tocsin_setting (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value";

/** Notes a backup in the database, where every process sees it. Ignores failures. */
export async function noteBackupIn(url: string, backup: LastBackup): Promise<void> {
  try {
    const { client } = await connectedTo(url);
    try {
      await client.query(note, [lastBackupSetting, JSON.stringify(backup)]);
    } finally {
      await client.end();
    }
  } catch {
    // The backup itself is complete; only the console will not show it.
  }
}
