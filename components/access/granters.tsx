import type { Person } from "@/components/people/person";
import { grantableTitles, permissionsAllow } from "@/components/permissions/granting";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { useProject } from "@/lib/client/project/project";
import { apiKey } from "@/lib/resources/settings/api-key";
import { member } from "@/lib/resources/settings/member";

interface Props {
  /** The permission to be granted. */
  readonly missing: string;
  readonly isForKey: boolean;
  /**
   * Id of the user who lacks the permission. Users cannot grant themselves a missing permission.
   */
  readonly except: string | undefined;
  readonly people: readonly Person[];
}

/**
 * Names the users who can grant a permission. They may edit members (or API keys) and hold the
 * permission themselves.
 */
export function Granters({ missing, isForKey, except, people }: Props) {
  const { base, project } = useProject();
  const place = isForKey ? apiKey : member;
  const mayGrant = (permissions: readonly string[]) =>
    permissionsAllow(permissions, place, "update") && grantableTitles(permissions).has(missing);
  const granters = people.filter(
    ({ userId, permissions, isDisabled }) =>
      userId !== except && !isDisabled && mayGrant(permissions),
  );
  return (
    <div className="grid gap-2">
      <p>
        {granters.length > 0
          ? `${granters
              .slice(0, mostNamed)
              .map(({ name }) => bidiIsolate(name))
              .join(
                ", ",
              )}${granters.length > mostNamed ? " and others" : ""}; or any owner of the deployment.`
          : "A Project Owner or Project Admin of this project, or an owner of the deployment."}
      </p>
      {mayGrant(project.permissions) && (
        <p>
          You can grant it under{" "}
          <a
            href={`${base}${isForKey ? "/keys" : "/people"}`}
            className="text-accent underline underline-offset-3"
          >
            {isForKey ? "API keys" : "People"}
          </a>
        </p>
      )}
    </div>
  );
}

const mostNamed = 5;
