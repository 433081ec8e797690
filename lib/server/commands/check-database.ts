import { resources } from "@/lib/resources/index";
import type { Manifest } from "@/lib/store/backup/manifest";
import { openReadable } from "@/lib/store/backup/readable-database";
import { type CheckResult, checkContents } from "@/lib/store/backup/verify-backup";

/** Checks the contents of a database, against a manifest if there is one. */
export async function checkDatabase(
  url: string,
  manifest: Manifest | undefined,
): Promise<CheckResult[]> {
  const readable = await openReadable(url);
  try {
    return await checkContents(readable, manifest, [...resources.values()]);
  } finally {
    await readable.close();
  }
}
