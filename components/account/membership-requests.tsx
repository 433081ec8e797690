import { useQuery, useQueryClient } from "@tanstack/react-query";
import { PermissionList } from "@/components/permissions/permission-list";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/form/form-error";
import { notify } from "@/components/ui/toast/toast";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { explain } from "@/lib/client/http/problem";
import {
  acceptRequest,
  declineRequest,
  membershipRequestsQuery,
} from "@/lib/client/queries/memberships";
import { useMutationOnce } from "@/lib/client/saving/mutation-once";
import type { MembershipRequest } from "@/lib/contract/memberships";

/**
 * Lists the projects that the user is invited to join, each with the permissions it grants. Renders
 * nothing when there is none.
 */
export function MembershipRequests() {
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
        {requests.map((request) => (
          <RequestCard key={request._id} request={request} />
        ))}
      </ul>
    </section>
  );
}

function RequestCard({ request }: { readonly request: MembershipRequest }) {
  const { _id, projectName, permissions, expiresAt } = request;
  const client = useQueryClient();
  const accepting = useMutationOnce({
    mutationFn: () => acceptRequest(_id),
    // A full page load, so that the console reads the new permissions.
    onSuccess: (slug) => window.location.assign(`/p/${slug}`),
  });
  const declining = useMutationOnce({
    mutationFn: () => declineRequest(_id),
    onSuccess: () => {
      notify({ title: `Invitation to ${bidiIsolate(projectName)} declined` });
      return client.invalidateQueries(membershipRequestsQuery);
    },
  });
  const failure = accepting.error ?? declining.error;
  const isBusy = accepting.isPending || declining.isPending || accepting.isSuccess;
  return (
    <li className="grid gap-3 rounded-md border border-line-strong bg-surface-raised p-4">
      <div className="grid gap-1">
        <h3 className="wrap-anywhere font-medium text-ink-strong">Join {projectName}?</h3>
        <p className="wrap-anywhere text-13 text-ink-muted">
          {inviterOf(request)}
          {expiresAt !== null && ` The invitation ends on ${expiresAt.slice(0, 10)}.`}
        </p>
      </div>
      <div className="grid gap-1.5 text-13">
        <p className="text-ink-muted">Permissions in this project:</p>
        <PermissionList permissions={permissions} />
      </div>
      <FormError message={failure && explain(failure)} />
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          onPress={() => accepting.mutate()}
          isPending={accepting.isPending || accepting.isSuccess}
          isDisabled={declining.isPending}
          aria-label={`Accept the invitation to ${projectName}`}
        >
          Accept
        </Button>
        <Button
          onPress={() => declining.mutate()}
          isPending={declining.isPending}
          isDisabled={isBusy && !declining.isPending}
          aria-label={`Decline the invitation to ${projectName}`}
        >
          Decline
        </Button>
      </div>
    </li>
  );
}

function inviterOf({ invitedBy }: MembershipRequest): string {
  if (!invitedBy) return "The person who invited you can no longer grant this access.";
  const { email } = invitedBy;
  const name = bidiIsolate(invitedBy.name);
  return email === null ? `Invited by the API key ${name}.` : `Invited by ${name} (${email}).`;
}
