import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorMessage } from "@/components/errors/error-message";
import { useRequest } from "@/components/errors/use-request";
import { PermissionList } from "@/components/permissions/permission-list";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/form/form-error";
import { notify } from "@/components/ui/toast/toast";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { fullTime } from "@/lib/client/device/times";
import { request } from "@/lib/client/http/request";
import { membershipRequestsQuery } from "@/lib/client/queries/people";
import { acceptMembership } from "@/lib/client/session/session";
import type { MembershipRequest } from "@/lib/contract/memberships";

/**
 * Lists the projects that the user is invited to join, each with the permissions it grants. Renders
 * nothing when there is none. `user` is their id.
 */
export function MembershipRequests({ user }: { readonly user: string }) {
  const { data: requests = [] } = useQuery(membershipRequestsQuery);
  if (requests.length === 0) return null;
  return (
    <section aria-label="Invitations" className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="font-semibold text-16 text-ink-strong">Invitations</h2>
        <p className="text-13 text-ink-muted">
          Accept only invitations you expect. Project members can see your name and e-mail address.
        </p>
      </div>
      <ul className="grid gap-3">
        {requests.map((asked) => (
          <RequestCard key={asked._id} asked={asked} user={user} />
        ))}
      </ul>
    </section>
  );
}

interface CardProps {
  readonly asked: MembershipRequest;
  readonly user: string;
}

function RequestCard({ asked, user }: CardProps) {
  const { _id, projectName, permissions, expiresAt } = asked;
  const client = useQueryClient();
  const name = bidiIsolate(projectName);
  const accepting = useRequest({ failed: `Invitation to ${name} not accepted` });
  const declining = useRequest({ failed: `Invitation to ${name} not declined` });
  const [isAccepted, setAccepted] = useState(false);
  const accept = async () => {
    const slug = await acceptMembership(_id, user);
    setAccepted(true);
    // A full page load, so that the console reads the new permissions.
    window.location.assign(`/p/${slug}`);
  };
  const decline = async () => {
    await request("POST /api/membership-request/:id/decline", { id: _id });
    notify({ title: `Invitation to ${name} declined` });
    await client.invalidateQueries(membershipRequestsQuery);
  };
  const failure = accepting.error ?? declining.error ?? null;
  const isAccepting = accepting.isPending || isAccepted;
  return (
    <li className="grid gap-3 rounded-md border border-line-strong bg-surface-raised p-4">
      <div className="grid gap-1">
        <h3 className="wrap-anywhere font-medium text-ink-strong">Join {projectName}?</h3>
        <p className="wrap-anywhere text-13 text-ink-muted">
          {inviterOf(asked)}
          {expiresAt !== null && ` The invitation ends on ${fullTime(expiresAt, "UTC")}.`}
        </p>
      </div>
      <div className="grid gap-1.5 text-13">
        <p className="text-ink-muted">Permissions in this project:</p>
        <PermissionList permissions={permissions} />
      </div>
      <FormError message={failure === null ? null : <ErrorMessage error={failure} />} />
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          onPress={() => void accepting.send(accept)}
          isPending={isAccepting}
          isDisabled={declining.isPending}
          aria-label={`Accept the invitation to ${projectName}`}
        >
          Accept
        </Button>
        <Button
          onPress={() => void declining.send(decline)}
          isPending={declining.isPending}
          isDisabled={isAccepting}
          aria-label={`Decline the invitation to ${projectName}`}
        >
          Decline
        </Button>
      </div>
    </li>
  );
}

function inviterOf({ invitedBy }: MembershipRequest): string {
  if (!invitedBy) return "The user who invited you can no longer grant this access.";
  const { email } = invitedBy;
  const name = bidiIsolate(invitedBy.name);
  return email === null ? `Invited by the API key ${name}.` : `Invited by ${name} (${email}).`;
}
