import type { Caller } from "@/lib/auth/grants/caller";
import type { CurrentUser } from "@/lib/contract/current-user";
import type { Deployment } from "@/lib/http/guard/public-request";
import { describeMe } from "@/lib/operations/people/me";
import type { Store } from "@/lib/store/port/store";

/** Returns the caller, their permissions, and the deployment facts that the console displays. */
export async function describeCurrentUser(
  caller: Caller,
  store: Store,
  deployment: Deployment | undefined,
): Promise<CurrentUser> {
  const { inMemory = false, version = null } = deployment ?? {};
  const serving = { database: { inMemory }, server: { version } };
  return Object.assign({}, await describeMe(caller, store), serving);
}
