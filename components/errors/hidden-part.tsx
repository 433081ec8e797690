import { mayRead, useProject } from "@/lib/client/project/project";
import { useRefreshedRights } from "@/lib/client/session/me";
import type { Resource } from "@/lib/schema/resource";
import { ExplainLink, whoCanGrant } from "./error-message";
import { explainAccessPath } from "./explain-access-path";

interface Props {
  /** The kinds of records of the hidden part. The user may not read all of them. */
  readonly needs: readonly Resource[];
}

/**
 * Explains why a part of a page is hidden: names the missing permissions and the users who can grant
 * them. Refetches the user's permissions, which may have changed since.
 *
 * @example <HiddenPart needs={[serviceDependency]} />
 */
export function HiddenPart({ needs }: Props) {
  const context = useProject();
  useRefreshedRights();
  const [first, ...others] = needs.filter((one) => !mayRead(context, one));
  if (!first) return null;
  const titles = [first, ...others].flatMap(({ permission: { read } }) => (read ? [read] : []));
  const quoted = [...new Set(titles)].map((title) => `“${title}”`);
  return (
    <p className="max-w-prose text-13 text-ink-muted">
      Not shown: to read it, you need {list.format(quoted)}. {whoCanGrant}{" "}
      <ExplainLink
        href={context.base + explainAccessPath({ resource: first.path, operation: "list" })}
      />
    </p>
  );
}

const list = new Intl.ListFormat("en", { type: "conjunction" });
