"use client";

import Link from "next/link";
import { PageBody } from "@/components/resource/page-body";
import { usePlace } from "@/lib/client/project";
import { rightOf } from "@/lib/schema/access";
import type { Operation, Resource } from "@/lib/schema/resource";
import { accessPath } from "./access-path";

interface Props {
  readonly resource: Resource;
  readonly operation: Operation;
  /** What is not possible, as it stands after "You may not". */
  readonly what: string;
}

/** A page of its own for what this person may not see. */
export function RefusedPage(props: Props) {
  return (
    <PageBody>
      <div role="alert" className="grid max-w-prose gap-2 py-10">
        <h1 className="font-semibold text-20 text-ink-strong">You may not {props.what}</h1>
        <Reason {...props} />
      </div>
    </PageBody>
  );
}

/** One line for what is missing from a page that is otherwise shown. */
export function RefusedNote(props: Props) {
  return (
    <div className="grid gap-0.5 border-line-strong border-l-2 pl-3 text-13 text-ink-muted">
      <p>You may not {props.what}.</p>
      <Reason {...props} />
    </div>
  );
}

function Reason({ resource, operation }: Props) {
  const { base } = usePlace();
  const title = resource.permission[rightOf(operation)];
  return (
    <p className="text-13">
      {title === undefined
        ? "No permission or role allows it. "
        : `It takes the permission “${title}” or a role that includes it. An owner or administrator of this project can grant it. `}
      <Link
        href={`${base}${accessPath({ resource: resource.path, operation })}`}
        className="text-accent underline underline-offset-3"
      >
        Why was this refused?
      </Link>
    </p>
  );
}
