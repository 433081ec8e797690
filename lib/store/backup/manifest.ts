import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { z } from "zod";
import { StartupError } from "@/lib/startup-error";

const types = ["text", "date", "integer", "number", "boolean", "json", "bytes", "plain"] as const;
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().min(0);

const manifest = z.object({
  format: z.literal("tocsin-backup-1"),
  /** Version of Tocsin that wrote the backup. */
  version: z.string(),
  engine: z.enum(["sqlite", "postgres"]),
  /** Version of the source's engine; absent in older manifests. */
  engineVersion: z.string().optional(),
  /** Time when the backup began. The backup holds every write acknowledged before. */
  at: z.string(),
  file: z.object({ name: z.string(), bytes: count, sha256: hash }),
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z_0-9]+$/i),
      rows: count,
      checksum: hash,
      columns: z.record(z.string(), z.enum(types)),
    }),
  ),
});

/** Description of a backup, stored in a JSON file beside it. */
export type Manifest = z.output<typeof manifest>;

/** Returns the path of a backup's manifest. */
export function manifestPath(backup: string): string {
  return `${backup}.json`;
}

/**
 * Reads the manifest beside a backup; undefined when there is none. Throws a `StartupError` for an
 * unreadable one.
 */
export function readManifest(backup: string, path = manifestPath(backup)): Manifest | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return manifest.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    throw new StartupError(
      `The manifest ${path} cannot be read: it is damaged or of a newer Tocsin.`,
      {
        cause,
      },
    );
  }
}

/** Returns the size and checksum of a backup's file. */
export async function fileFacts(path: string): Promise<Pick<Manifest["file"], "bytes" | "sha256">> {
  const digest = createHash("sha256");
  for await (const piece of createReadStream(path, { highWaterMark: 1_048_576 })) {
    digest.update(piece as Buffer);
  }
  return { bytes: statSync(path).size, sha256: digest.digest("hex") };
}
