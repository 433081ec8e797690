import type { QueryClient, QueryKey, QueryMeta } from "@tanstack/react-query";
import type { CallOptions } from "@/lib/client/http/api";
import { isProblem } from "@/lib/client/http/problem";

/** `meta` of a query that the user has not asked for. Without a session it fails in silence. */
export const inBackground = { isBackground: true } as const;

interface Context {
  readonly client: QueryClient;
  readonly queryKey: QueryKey;
  readonly meta: QueryMeta | undefined;
}

/**
 * Sends the read of a query. In the background nobody is asked to sign in, unless a view that the
 * user has opened meanwhile waits for the data.
 */
export async function readFor<T>(
  context: Context,
  read: (options: Pick<CallOptions, "isBackground">) => Promise<T>,
): Promise<T> {
  if (!isBackground(context.meta)) return read({});
  try {
    return await read({ isBackground: true });
  } catch (error) {
    if (isProblem(error, "unauthenticated") && isAwaited(context)) return read({});
    throw error;
  }
}

/** A view that shows earlier data needs no sign-in before the user does something. */
function isAwaited({ client, queryKey }: Context): boolean {
  const query = client.getQueryCache().find({ queryKey });
  if (!query || query.state.data !== undefined) return false;
  return query.observers.some(({ options }) => !isBackground(options.meta));
}

function isBackground(meta: QueryMeta | undefined): boolean {
  return meta?.["isBackground"] === true;
}
