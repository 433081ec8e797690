import { useQuery } from "@tanstack/react-query";
import { LoadError } from "@/components/page/rows-frame";
import { Badge } from "@/components/ui/badge";
import { useProject } from "@/lib/client/project/project";
import { deploymentOwnersQuery } from "@/lib/client/queries/people";
import { PersonSummary } from "./person-summary";

/**
 * Lists the owners of the deployment, who need no membership, and says that this page cannot change
 * them.
 */
export function DeploymentOwners() {
  const { project } = useProject();
  const { data, error, refetch } = useQuery(deploymentOwnersQuery(project._id));
  if (error && !data) {
    return (
      <LoadError what="owners of the deployment" error={error} onRetry={() => void refetch()} />
    );
  }
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="deployment-owners" className="grid gap-3">
      <div className="grid gap-1">
        <h2 id="deployment-owners" className="font-semibold text-16 text-ink-strong">
          Owners of the deployment
        </h2>
        <p className="max-w-prose text-13 text-ink-muted">
          Owners have full access to every project. The operator of the server manages them, not
          this page.
        </p>
      </div>
      <ul className="grid divide-y divide-line border-line border-y">
        {data.map(({ _id, name, email, isDisabled }) => (
          <li
            key={_id}
            className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-4 gap-y-1.5 py-2.5 md:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_9rem_2rem]"
          >
            <PersonSummary userId={_id} {...{ name, email, isDisabled }} />
            <div>
              <Badge tone="info">Owner of the deployment</Badge>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
