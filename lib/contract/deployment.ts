import { z } from "zod";
import { endpoint, type ReplyOf } from "./endpoint";
import { count, text, yesOrNo } from "./parts";

const service = { method: "GET", tag: "Service", caller: "caller" } as const;

export const deployment = endpoint({
  ...service,
  ...{ path: "/api/deployment", effect: "reads" },
  summary: "Get the status of the deployment",
  about:
    "Its version, its database and the last backup that is known. Only for owners of the whole deployment.",
  reply: z.object({
    ...{ version: text.nullable(), node: text, startedAt: text },
    /** Time of the last entry in the change log; null if it is empty. */
    lastChangeAt: text.nullable(),
    /** Sizes are in bytes. */
    database: z.object({
      ...{ engine: z.enum(["sqlite", "postgres"]), inMemory: yesOrNo, bytes: count },
      walBytes: count.nullable(),
    }),
    /** Missing requirement of a backup download, as a sentence; null if none. */
    downloadLacks: text.nullable(),
    /** Last backup by the command or by a completed download; null if none is known. */
    lastBackup: z
      .object({ at: text, by: z.enum(["command", "download"]), bytes: count.nullable() })
      .nullable(),
  }),
  answer: "How it is.",
});

export const snapshot = endpoint({
  ...service,
  ...{ path: "/api/snapshot", effect: "exports" },
  summary: "The whole database as a file",
  about:
    "A SQLite database, or an archive of `pg_dump` where the records are in PostgreSQL. Only for owners of the whole deployment; 404 where the server's machine has no `pg_dump`.",
  reply: {
    media: ["application/vnd.sqlite3", "application/octet-stream"],
    schema: { type: "string" },
    isAttachment: true,
  },
  answer: "The database.",
  problems: [404],
});

export type Deployment = ReplyOf<typeof deployment>;
