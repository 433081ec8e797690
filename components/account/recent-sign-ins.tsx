import { useQuery } from "@tanstack/react-query";
import { SkeletonLines } from "@/components/ui/skeleton";
import { explain } from "@/lib/client/http/problem";
import { listQuery } from "@/lib/client/queries/queries";
import type { Me } from "@/lib/client/session/me";
import { accessLog } from "@/lib/resources/system/access-log";
import { AccountEvents, accountEventSelect } from "./account-events";

/**
 * Lists the user's 10 latest sign-ins and refused attempts, with address and device. Links to all
 * events of the account.
 */
export function RecentSignIns({ me }: { readonly me: Me }) {
  const { data, error } = useQuery(
    listQuery(accessLog, {
      query: {
        accountId: me._id,
        event: { _type: "Includes", value: ["sign_in", "sign_in_refused"] },
      },
      select: accountEventSelect,
      sort: { at: -1 },
      ...{ limit: 10, cursor: "", count: "none" },
    }),
  );
  if (error && !data) return <p role="alert">{explain(error)}</p>;
  if (!data) return <SkeletonLines />;
  return (
    <>
      {data.data.length === 0 ? (
        <p className="text-13 text-ink-muted">No sign-ins recorded.</p>
      ) : (
        <AccountEvents label="Your latest sign-ins" entries={data.data} />
      )}
      <a
        href="/account/access-log"
        className="justify-self-start text-13 underline decoration-line-strong underline-offset-2 hover:decoration-ink-strong pointer-coarse:py-3"
      >
        All account activity
      </a>
    </>
  );
}
