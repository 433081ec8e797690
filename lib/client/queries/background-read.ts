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
 * Sends the read of a query. In the background nobody is asked to sign in, unless the user has
 * opened a view of the query meanwhile.
 */
export async function readFor<T>(
  context: Context,
  read: (options: Pick<CallOptions, "isBackground">) => Promise<T>,
): Promise<T> {
  if (!isBackground(context.meta)) return read({});
  try {
    return await read({ isBackground: true });
  } catch (error) {
    if (isProblem(error, "unauthenticated") && isShown(context)) return read({});
    throw error;
  }
}

function isShown({ client, queryKey }: Context): boolean {
  const observers = client.getQueryCache().find({ queryKey })?.observers ?? [];
  return observers.some(({ options }) => !isBackground(options.meta));
}

function isBackground(meta: QueryMeta | undefined): boolean {
  return meta?.["isBackground"] === true;
}
