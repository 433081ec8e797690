import type { Caller } from "@/lib/auth/grants/caller";
import type { Deployment } from "@/lib/http/guard/public-request";
import { describeMe, type Me } from "@/lib/operations/people/me";
import type { Store } from "@/lib/store/port/store";

/** Returns the caller, their permissions, and the deployment facts that the console displays. */
export async function describeCurrentUser(
  caller: Caller,
  store: Store,
  deployment: Deployment | undefined,
): Promise<MeReply> {
  const { inMemory = false, version = null } = deployment ?? {};
  return { ...(await describeMe(caller, store)), database: { inMemory }, server: { version } };
}

interface MeReply extends Me {
  readonly database: { readonly inMemory: boolean };
  readonly server: { readonly version: string | null };
}
