import { PermissionList } from "@/components/permissions/permission-list";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { AccountOrigin } from "@/lib/contract/people";
import type { Person } from "./person";
import { PersonActions } from "./person-actions";
import { PersonSummary } from "./person-summary";

interface Props {
  readonly person: Person;
  /** Time of the last use of the console; undefined when it is not known. */
  readonly lastSeen: string | undefined;
  /** Origin of the account; undefined when the current user may not read it. */
  readonly origin: AccountOrigin | undefined;
  /** The member is the only Project Owner. */
  readonly isLastOwner: boolean;
}

/** A member in one row; in three lines on a phone. */
export function PersonRow({ person, lastSeen, origin, isLastOwner }: Props) {
  const { permissions, joinedAt, isPending } = person;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 py-2.5 md:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_9rem_2rem]">
      <PersonSummary {...person}>{origin && <AccountOriginLine origin={origin} />}</PersonSummary>
      <div className="min-w-0 max-md:col-span-2 max-md:row-start-2">
        <PermissionList permissions={permissions} />
      </div>
      <p className="text-12 text-ink-muted tabular-nums max-md:col-span-2 max-md:row-start-3">
        {lastSeen === undefined ? (
          <>
            {isPending ? "Invited" : "Joined"} <RelativeTime instant={joinedAt} />
          </>
        ) : (
          <>
            Last active <RelativeTime instant={lastSeen} />
          </>
        )}
      </p>
      <div className="max-md:col-start-2 max-md:row-start-1">
        <PersonActions
          person={person}
          isLastOwner={isLastOwner}
          isSample={origin?.isSample ?? false}
        />
      </div>
    </li>
  );
}

/**
 * Shows who invited the user and when the account first signed in, because an address alone proves
 * no identity.
 */
function AccountOriginLine({ origin }: { readonly origin: AccountOrigin }) {
  const { createdAt, firstSignInAt, isSample } = origin;
  const invited = invitationText(origin);
  if (createdAt === null) {
    const text = isSample ? "Sample user, cannot sign in" : "Cannot sign in";
    return <p className="text-12 text-ink-muted">{text}</p>;
  }
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-12 text-ink-muted">
      {isSample && <Badge tone="danger">Sample user with an account</Badge>}
      <span>
        {invited !== undefined && <>{invited} · </>}
        {firstSignInAt === null ? (
          <>
            Account created <RelativeTime instant={createdAt} />
          </>
        ) : (
          <>
            First signed in <RelativeTime instant={firstSignInAt} />
          </>
        )}
      </span>
    </p>
  );
}

function invitationText({ invitedBy, isFromElsewhere }: AccountOrigin): string | undefined {
  const by = invitedBy === null ? "" : ` by ${invitedBy}`;
  if (isFromElsewhere) return `Invited to another project${by}`;
  return invitedBy === null ? undefined : `Invited${by}`;
}
