"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { PageBody } from "@/components/page/page-body";
import { PageHeading } from "@/components/page/page-heading";
import { RefusedNote, RefusedPage } from "@/components/page/refused-page";
import { EmptyRows, RowsFrame } from "@/components/page/rows-frame";
import { Button } from "@/components/ui/button";
import { mayUse, useProject } from "@/lib/client/project/project";
import { orphanedKeysQuery } from "@/lib/client/queries/people";
import { type Rows, useRows } from "@/lib/client/queries/rows";
import { apiKey } from "@/lib/resources/settings/api-key";
import { type Key, keyFromRow } from "./key";
import { KeyDialog } from "./key-dialog";
import { KeyRow } from "./key-row";

/** Lists the API keys of the project. */
export function KeysPage() {
  const context = useProject();
  if (!mayUse(context, apiKey, "read")) {
    return <RefusedPage resource={apiKey} operation="list" what="view API keys" />;
  }
  return (
    <PageBody>
      <Keys />
    </PageBody>
  );
}

function Keys() {
  const context = useProject();
  const { me, project } = context;
  const [isMaking, setMaking] = useState(false);
  const own = { projectId: project._id };
  const rows = useRows(apiKey, {
    select: {},
    query: me.isDeploymentOwner ? { _or: [own, { projectId: null }] } : own,
    sort: { createdAt: -1 },
  });
  const keys = rows.rows.map(keyFromRow);
  const mayMake = mayUse(context, apiKey, "create");
  const make = mayMake && (
    <Button look="primary" onPress={() => setMaking(true)}>
      <Plus size={14} aria-hidden />
      New API key
    </Button>
  );
  return (
    <div className="grid gap-8">
      <PageHeading
        title="API keys"
        about="An API key gives one program access with the permissions it holds. Use a separate key for each program, so that you can revoke one without affecting others."
      >
        {keys.length > 0 && make}
      </PageHeading>
      {!mayMake && <RefusedNote resource={apiKey} operation="create" what="create API keys" />}
      <KeyLists {...{ rows, keys, make }} />
      {isMaking && <KeyDialog onClose={() => setMaking(false)} />}
    </div>
  );
}

function KeyLists(props: {
  readonly rows: Rows;
  readonly keys: readonly Key[];
  readonly make: React.ReactNode;
}) {
  const { rows, keys, make } = props;
  const { project } = useProject();
  const orphans = useQuery(orphanedKeysQuery(project._id));
  const open = keys.filter(({ revokedAt }) => revokedAt === null);
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== null);
  return (
    <section aria-label="API keys" className="grid gap-6">
      <div className="grid gap-3">
        <RowsFrame
          rows={rows}
          what="keys"
          empty={
            <EmptyRows
              title="No API keys yet"
              text="Create one key for each program. The program sends it in the ApiKey header. The secret is shown only once."
            >
              {make}
            </EmptyRows>
          }
        >
          {open.map((key) => (
            <KeyRow
              key={key.id}
              shown={key}
              orphaned={orphans.data?.find(({ _id }) => _id === key.id)}
            />
          ))}
          {open.length === 0 && (
            <li className="py-6 text-13 text-ink-muted">All keys are revoked.</li>
          )}
        </RowsFrame>
      </div>
      {revoked.length > 0 && (
        <details>
          <summary className="cursor-pointer text-13 text-ink-muted hover:text-ink-strong pointer-coarse:py-3">
            Revoked keys ({revoked.length})
          </summary>
          <ul className="mt-2 grid divide-y divide-line border-line border-y">
            {revoked.map((key) => (
              <KeyRow key={key.id} shown={key} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
