"use client";

import type { ReactNode } from "react";
import { useClock, useNow } from "@/lib/client/device/clock";
import { fullTime, relativeTime } from "@/lib/client/device/times";
import type { Deployment } from "@/lib/contract/deployment";

const engines = { sqlite: "SQLite", postgres: "PostgreSQL" } as const;

/** Lists the facts of a deployment, one per line. */
export function DeploymentTable({ deployment }: { readonly deployment: Deployment }) {
  const { version, node, startedAt, database, lastChangeAt, lastBackup } = deployment;
  const place = database.inMemory ? "in memory, lost when the server stops" : "on disk";
  const log = database.walBytes ? `, and ${size(database.walBytes)} of write-ahead log` : "";
  return (
    <dl className="grid max-w-2xl text-13">
      <Fact name="Version">
        {version ?? "unknown"} on Node {node}
      </Fact>
      <Fact name="Running since">
        <Time at={startedAt} />
      </Fact>
      <Fact name="Database">
        {engines[database.engine]}, {place}
      </Fact>
      <Fact name="Size">
        {size(database.bytes)}
        {log}
      </Fact>
      <Fact name="Last change">{lastChangeAt ? <Time at={lastChangeAt} /> : "none yet"}</Fact>
      {/* The server does not know of backups that a PostgreSQL cluster makes by itself. */}
      {(lastBackup !== null || database.engine !== "postgres") && (
        <Fact name="Last backup">
          <LastBackup backup={lastBackup} />
        </Fact>
      )}
    </dl>
  );
}

function LastBackup({ backup }: { readonly backup: Deployment["lastBackup"] }) {
  if (!backup) return <span className="text-warn">none recorded</span>;
  return (
    <>
      <Time at={backup.at} />
      {backup.by === "download" ? ", downloaded" : ", by npm run backup"}
      {backup.bytes !== null && `, ${size(backup.bytes)}`}
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid gap-x-4 border-line border-b py-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="text-ink-strong">{children}</dd>
    </div>
  );
}

function Time({ at }: { readonly at: string }) {
  const { zone } = useClock();
  const now = useNow();
  return (
    <time dateTime={at} title={fullTime(at, zone)}>
      {relativeTime(at, now)}
    </time>
  );
}

/** Formats a size as `4.6 MB`. A megabyte is 1,000,000 bytes. */
function size(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"] as const;
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  return `${value.toLocaleString("en", { maximumFractionDigits: power === 0 ? 0 : 1 })} ${units[power]}`;
}
