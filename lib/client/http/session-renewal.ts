/** Asks the user to sign in again. Resolves to true if the same user did. */
type Asker = () => Promise<boolean>;

let asker: Asker | undefined;
let asked: Promise<boolean> | undefined;
let renewals = 0;

/** Event on `window` before the page navigates away to another sign-in. */
export const sessionAbandoned = "tocsin:session-given-up";

/** Registers a page's sign-in dialog. Returns a function that unregisters it. */
export function offerRenewal(ask: Asker): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = undefined;
  };
}

/**
 * Sends a request. If the session has ended or is another user's (401), asks the user to sign in
 * again and sends the request once more. Concurrent requests share one dialog. Returns the 401
 * response if the user does not sign in.
 */
export async function sendWithRenewal(send: () => Promise<Response>): Promise<Response> {
  const before = renewals;
  const reply = await send();
  if (reply.status !== 401) return reply;
  const isBack = renewals > before || (await renewSession());
  return isBack ? send() : reply;
}

/**
 * Asks the user of the page to sign in again. Resolves to false if they do not, or if the page has
 * no dialog for it.
 */
export function renewSession(): Promise<boolean> {
  asked ??= (asker?.() ?? Promise.resolve(false)).then((isBack) => {
    asked = undefined;
    if (isBack) renewals += 1;
    return isBack;
  });
  return asked;
}
