"use client";

import { useRefreshedRights } from "@/lib/client/me";
import { useProject } from "@/lib/client/project";
import { rightOf } from "@/lib/schema/access";
import type { Operation, Resource } from "@/lib/schema/resource";
import { accessPath } from "./access-path";
import { granters, WhyRefused } from "./explained";

interface Props {
  readonly resource: Resource;
  readonly operation: Operation;
}

/**
 * Why something is not possible, whom to ask, and where to read more. What it takes may have been granted since this
 * person's rights were read, so they are read again: what is refused by them then gives way by itself.
 */
export function Reason({ resource, operation }: Props) {
  const { base } = useProject();
  useRefreshedRights();
  const title = resource.permission[rightOf(operation)];
  return (
    <p className="text-13">
      {title === undefined
        ? "No permission or role allows it. "
        : `It takes the permission “${title}” or a role that includes it. ${granters} `}
      <WhyRefused href={base + accessPath({ resource: resource.path, operation })} />
    </p>
  );
}
