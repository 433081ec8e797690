import { useProject } from "@/lib/client/project/project";
import { useRefreshedRights } from "@/lib/client/session/me";
import { rightOf } from "@/lib/schema/permission-titles";
import type { Operation, Resource } from "@/lib/schema/resource";
import { ExplainLink, whoCanGrant } from "./error-message";
import { explainAccessPath } from "./explain-access-path";

interface Props {
  readonly resource: Resource;
  readonly operation: Operation;
}

/**
 * Explains why an operation is denied, whom to ask, and where to read more. Refetches the user's
 * permissions, because the missing one may have been granted since. The operation then becomes
 * available automatically.
 */
export function MissingPermission({ resource, operation }: Props) {
  const { base } = useProject();
  useRefreshedRights();
  const title = resource.permission[rightOf(operation)];
  return (
    <p className="text-13">
      {title === undefined
        ? "No permission or role allows this operation. "
        : `This needs the permission “${title}” or a role that includes it. ${whoCanGrant} `}
      <ExplainLink href={base + explainAccessPath({ resource: resource.path, operation })} />
    </p>
  );
}
