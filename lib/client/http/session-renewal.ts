/** Asks the person of this page to sign in again; resolves to whether it is them again. */
type Asker = () => Promise<boolean>;

let asker: Asker | undefined;
let asked: Promise<boolean> | undefined;
let renewals = 0;

/** The event on `window` that says the page is about to be left to sign in elsewhere. */
export const sessionAbandoned = "tocsin:session-given-up";

/** Lets a page have its session renewed where it stands. Answers what ends that. */
export function offerRenewal(ask: Asker): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = undefined;
  };
}

/**
 * Sends a request; where it is refused because the session has ended (401), has the person sign in again and sends it
 * once more. However many requests are refused, they are asked once. Answers the refusal where they do not.
 */
export async function sendWithRenewal(send: () => Promise<Response>): Promise<Response> {
  const before = renewals;
  const reply = await send();
  if (reply.status !== 401) return reply;
  const isBack = renewals > before || (await isBackAgain());
  return isBack ? send() : reply;
}

function isBackAgain(): Promise<boolean> {
  asked ??= (asker?.() ?? Promise.resolve(false)).then((isBack) => {
    asked = undefined;
    if (isBack) renewals += 1;
    return isBack;
  });
  return asked;
}
