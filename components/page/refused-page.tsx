import { MissingPermission } from "@/components/errors/missing-permission";
import type { Operation, Resource } from "@/lib/schema/resource";
import { PageBody } from "./page-body";

interface Props {
  readonly resource: Resource;
  readonly operation: Operation;
  /** The denied action, worded to follow "You do not have permission to". */
  readonly what: string;
}

/** A whole page for content that the user may not see. */
export function RefusedPage(props: Props) {
  return (
    <PageBody>
      <div role="alert" className="grid max-w-prose gap-2 py-10">
        <h1 className="font-semibold text-20 text-ink-strong">
          You do not have permission to {props.what}
        </h1>
        <MissingPermission {...props} />
      </div>
    </PageBody>
  );
}

/** One line for content that the user may not see, on a page that is otherwise shown. */
export function RefusedNote(props: Props) {
  return (
    <div className="grid gap-0.5 border-line-strong border-l-2 pl-3 text-13 text-ink-muted">
      <p>You do not have permission to {props.what}.</p>
      <MissingPermission {...props} />
    </div>
  );
}
