"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { PageBody } from "@/components/page/page-body";
import { PageHeading } from "@/components/page/page-heading";
import { RefusedNote, RefusedPage } from "@/components/page/refused-page";
import { EmptyRows, LoadError, RowsFrame } from "@/components/page/rows-frame";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { mayUse, useProject } from "@/lib/client/project/project";
import {
  accountOriginsQuery,
  deploymentOwnersQuery,
  lastSeenQuery,
} from "@/lib/client/queries/people";
import { useRows } from "@/lib/client/queries/rows";
import { invitation } from "@/lib/resources/settings/invitation";
import { member } from "@/lib/resources/settings/member";
import { InviteDialog } from "./invite-dialog";
import { OpenInvitations } from "./open-invitations";
import { personFromRow, personSelect } from "./person";
import { PersonRow } from "./person-row";
import { PersonSummary } from "./person-summary";

/** Lists the members of the project with their permissions, and the open invitations. */
export function PeoplePage() {
  const context = useProject();
  if (!mayUse(context, member, "read")) {
    return (
      <RefusedPage resource={member} operation="list" what="view the members of this project" />
    );
  }
  return (
    <PageBody>
      <People />
    </PageBody>
  );
}

function People() {
  const context = useProject();
  const { project } = context;
  const [isInviting, setInviting] = useState(false);
  const members = useRows(member, {
    select: personSelect,
    query: { projectId: project._id },
    sort: { createdAt: 1 },
  });
  const mayInvite = mayUse(context, invitation, "create");
  const seen = useQuery({
    ...lastSeenQuery(project._id),
    enabled: mayUse(context, member, "update"),
  });
  const origins = useQuery({
    ...accountOriginsQuery(project._id),
    enabled: mayUse(context, member, "update"),
  });
  const deploymentOwners = useQuery(deploymentOwnersQuery(project._id));
  // Shown one after the other, they would move what the user reads.
  const isPending =
    members.isPending || seen.isLoading || origins.isLoading || deploymentOwners.isLoading;
  // A query that failed is loading again when it is retried. Rows with open dialogs stay.
  const [isShown, setShown] = useState(false);
  if (!isShown && !isPending) setShown(true);
  const people = members.rows
    .map(personFromRow)
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
  const owners = people.filter(
    (one) => !one.isPending && one.permissions.includes("Project Owner"),
  );
  return (
    <div className="grid gap-8">
      <PageHeading
        title="People"
        total={members.total}
        about="Members of this project and their permissions."
      >
        {mayInvite && (
          <Button look="primary" onPress={() => setInviting(true)}>
            <UserPlus size={14} aria-hidden />
            Invite a user
          </Button>
        )}
      </PageHeading>
      {!mayInvite && (
        <RefusedNote
          resource={invitation}
          operation="create"
          what="invite users or change their access"
        />
      )}
      <section aria-label="Members" className="grid gap-3">
        <RowsFrame
          rows={{ ...members, isPending: !isShown }}
          what="users"
          empty={
            <EmptyRows
              title="No members yet"
              text="Invite a user with a link. They choose a password when they accept."
            />
          }
        >
          {people.map((person) => (
            <PersonRow
              key={person.memberId}
              person={person}
              lastSeen={seen.data?.[person.userId]}
              origin={origins.data?.[person.userId]}
              isLastOwner={owners.length === 1 && owners[0] === person && !members.hasMore}
            />
          ))}
        </RowsFrame>
      </section>
      <div hidden={!isShown} className="grid gap-8">
        <DeploymentOwners />
        {mayUse(context, invitation, "read") && (
          <OpenInvitations mayRevoke={mayUse(context, invitation, "delete")} />
        )}
      </div>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </div>
  );
}

/**
 * Lists the owners of the deployment, who need no membership, and says that this page cannot change
 * them.
 */
function DeploymentOwners() {
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
