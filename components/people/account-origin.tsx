"use client";

import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { AccountOrigin } from "@/lib/contract/people";

/**
 * Shows who invited the user and when the account first signed in, because an address alone proves
 * no identity.
 */
export function AccountOriginLine({ origin }: { readonly origin: AccountOrigin }) {
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
