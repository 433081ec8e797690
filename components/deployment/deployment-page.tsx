"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorMessage } from "@/components/errors/error-message";
import { PageBody } from "@/components/page/page-body";
import { Button, buttonClass } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { SkeletonLines } from "@/components/ui/skeleton";
import { useProject } from "@/lib/client/project/project";
import { deploymentQuery } from "@/lib/client/queries/service";
import type { Deployment } from "@/lib/contract/deployment";
import { BackupLink } from "./backup-link";

/** Shows the state of the deployment to its owners, with a link to a backup. */
export function DeploymentPage() {
  const { me } = useProject();
  return (
    <PageBody>
      <div className="grid gap-6">
        <h1 className="font-semibold text-20 text-ink-strong">Deployment</h1>
        {me.isDeploymentOwner ? (
          <Facts />
        ) : (
          <p className="max-w-prose">
            Only owners of the deployment can see this page. Ask an owner or the server operator.
          </p>
        )}
      </div>
    </PageBody>
  );
}

function Facts() {
  const { data, error, refetch } = useQuery(deploymentQuery);
  if (error && !data) {
    return (
      <div role="alert" className="grid gap-2">
        <p>
          <ErrorMessage error={error} />
        </p>
        <Button onPress={() => void refetch()} className="w-fit">
          Try again
        </Button>
      </div>
    );
  }
  if (!data) return <SkeletonLines />;
  return (
    <>
      <DeploymentTable deployment={data} />
      <section aria-label="Backup" className="grid gap-2">
        <h2 className="font-semibold text-14 text-ink-strong">Backup</h2>
        <Download lacks={data.downloadLacks} />
      </section>
    </>
  );
}

function Download({ lacks }: { readonly lacks: string | null }) {
  return (
    <>
      <p className="max-w-prose text-13 text-ink-muted">
        Downloads the whole database as one file: all projects, people, keys, files and the change
        log. It holds password hashes and the session secret, so keep it as safe as the server.{" "}
        <code className="font-mono text-12">npm run restore</code> makes a deployment of it;{" "}
        <code className="font-mono text-12">npm run backup</code> takes one on the server, with
        checksums to verify it by.
      </p>
      {lacks === null ? (
        <BackupLink className={`${buttonClass({ look: "primary" })} w-fit`}>
          Download a backup
        </BackupLink>
      ) : (
        <p className="max-w-prose text-13 text-warn">Download is not available: {lacks}.</p>
      )}
    </>
  );
}

const engines = { sqlite: "SQLite", postgres: "PostgreSQL" } as const;

/** Lists the facts of a deployment, one per line. */
function DeploymentTable({ deployment }: { readonly deployment: Deployment }) {
  const { version, node, startedAt, database, lastChangeAt, lastBackup } = deployment;
  const place = database.inMemory ? "in memory, lost when the server stops" : "on disk";
  const log = database.walBytes ? `, and ${size(database.walBytes)} of write-ahead log` : "";
  return (
    <dl className="grid max-w-2xl text-13">
      <Fact name="Version">
        {version ?? "unknown"} on Node {node}
      </Fact>
      <Fact name="Running since">
        <RelativeTime instant={startedAt} />
      </Fact>
      <Fact name="Database">
        {engines[database.engine]}, {place}
      </Fact>
      <Fact name="Size">
        {size(database.bytes)}
        {log}
      </Fact>
      <Fact name="Last change">
        {lastChangeAt ? <RelativeTime instant={lastChangeAt} /> : "none yet"}
      </Fact>
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
      <RelativeTime instant={backup.at} />
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

/** Formats a size as `4.6 MB`. A megabyte is 1,000,000 bytes. */
function size(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"] as const;
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  return `${value.toLocaleString("en", { maximumFractionDigits: power === 0 ? 0 : 1 })} ${units[power]}`;
}
