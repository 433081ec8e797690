import type { Context } from "./context";

/**
 * Returns the context with the caller's current rights. For a long request, during which a key may
 * be revoked or a project deleted. Throws 401 if the key or session ended.
 */
export async function currentContext(context: Context): Promise<Context> {
  return context.lookUpAgain ? context.lookUpAgain() : context;
}
