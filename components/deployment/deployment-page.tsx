"use client";

import { useQuery } from "@tanstack/react-query";
import { ErrorMessage } from "@/components/errors/error-message";
import { PageBody } from "@/components/page/page-body";
import { Button, buttonClass } from "@/components/ui/button";
import { SkeletonLines } from "@/components/ui/skeleton";
import { useProject } from "@/lib/client/project/project";
import { deploymentQuery } from "@/lib/client/queries/deployment";
import { BackupLink } from "./backup-link";
import { DeploymentTable } from "./deployment-table";

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
