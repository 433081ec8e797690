import { useQueryClient } from "@tanstack/react-query";
import { useRequest } from "@/components/errors/use-request";
import { EmptyRows, RowsFrame } from "@/components/page/rows-frame";
import { grantableTitles } from "@/components/permissions/granting";
import { PermissionList } from "@/components/permissions/permission-list";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { notify } from "@/components/ui/toast/toast";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { useNow } from "@/lib/client/device/clock";
import { useProject } from "@/lib/client/project/project";
import { useRows } from "@/lib/client/queries/rows";
import { deleteRecord, refreshAll } from "@/lib/client/saving/mutations";
import { invitation } from "@/lib/resources/settings/invitation";
import type { Row } from "@/lib/schema/row";

/**
 * Lists invitations that are not accepted yet. Their links are not shown again, but can be revoked.
 */
export function OpenInvitations({ mayRevoke }: { readonly mayRevoke: boolean }) {
  const { project } = useProject();
  const held = grantableTitles(project.permissions);
  const rows = useRows(invitation, {
    select: { email: true, name: true, permissions: true, expiresAt: true },
    query: { projectId: project._id },
    sort: { createdAt: -1 },
  });
  return (
    <section aria-labelledby="invitations" className="grid gap-3">
      <h2 id="invitations" className="font-semibold text-16 text-ink-strong">
        Open invitations
      </h2>
      <RowsFrame
        rows={rows}
        what="invitations"
        empty={
          <EmptyRows
            title="No open invitations"
            text="An invitation is a link that works once within a week. It is listed here until it is accepted, declined or revoked."
          />
        }
      >
        {rows.rows.map((row) => (
          <InvitationRow key={String(row._id)} {...{ row, mayRevoke, held }} />
        ))}
      </RowsFrame>
    </section>
  );
}

interface RowProps {
  readonly row: Row;
  readonly mayRevoke: boolean;
  /** The titles of the user. Only an expired invitation may grant others and still be revoked. */
  readonly held: ReadonlySet<string>;
}

function InvitationRow({ row, mayRevoke, held }: RowProps) {
  const client = useQueryClient();
  const now = useNow();
  const email = String(row.email);
  const expiresAt = String(row.expiresAt);
  const isOver = Date.parse(expiresAt) <= now;
  const permissions = Array.isArray(row.permissions) ? row.permissions.map(String) : [];
  const isWithin = isOver || permissions.every((title) => held.has(title));
  const { send, isPending } = useRequest({ failed: "Invitation not revoked", onError: "toast" });
  const revoke = async () => {
    await deleteRecord(invitation, String(row._id));
    notify({ title: `The invitation of ${bidiIsolate(email)} is revoked` });
    await refreshAll(client);
  };
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 py-2.5 md:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_9rem_5rem]">
      <div className="min-w-0">
        <p className="truncate text-ink-strong" title={email}>
          {email}
        </p>
        {typeof row.name === "string" && row.name !== "" && (
          <p className="truncate text-12 text-ink-muted">{row.name}</p>
        )}
      </div>
      <div className="min-w-0 max-md:col-span-2 max-md:row-start-2">
        <PermissionList permissions={permissions} />
      </div>
      <p className="text-12 text-ink-muted tabular-nums max-md:col-span-2 max-md:row-start-3">
        {isOver ? (
          <Badge tone="warn">Expired</Badge>
        ) : (
          <>
            Ends <RelativeTime instant={expiresAt} />
          </>
        )}
      </p>
      <div className="justify-self-end max-md:col-start-2 max-md:row-start-1">
        {mayRevoke && isWithin && (
          <Button
            size="small"
            onPress={() => void send(revoke)}
            isPending={isPending}
            aria-label={`Revoke the invitation of ${email}`}
          >
            Revoke
          </Button>
        )}
      </div>
    </li>
  );
}
