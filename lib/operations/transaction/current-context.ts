import type { Context } from "./context";

/**
 * The context with the rights that its caller has at this moment, for a request that took long: a key may be revoked
 * meanwhile, or a project deleted. Throws 401 when the key or session ended.
 */
export async function currentContext(context: Context): Promise<Context> {
  return context.lookUpAgain ? context.lookUpAgain() : context;
}
