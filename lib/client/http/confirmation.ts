import type { ProblemBody } from "./problem";

/** Asks the user for the password. Resolves to whether it was confirmed. */
type Asker = () => Promise<boolean>;

let asker: Asker | undefined;
let asked: Promise<boolean> | undefined;
let confirmations = 0;

/** Registers a page's password dialog. Returns a function that unregisters it. */
export function offerConfirmation(ask: Asker): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = undefined;
  };
}

/**
 * Sends a request. If it needs a confirmed session, asks the user for the password and sends it
 * again. Concurrent requests share one dialog. Returns the 403 response if the user does not
 * confirm.
 */
export async function sendWithConfirmation(send: () => Promise<Response>): Promise<Response> {
  const before = confirmations;
  const reply = await send();
  if (!(await needsConfirmation(reply))) return reply;
  const isConfirmed = confirmations > before || (await requestConfirmation());
  return isConfirmed ? send() : reply;
}

/**
 * Returns true while the user is asked for the password. The request that needs it has changed
 * nothing yet.
 */
export function isConfirming(): boolean {
  return asked !== undefined;
}

/** Asks the user for the password. Resolves to whether it was confirmed. */
export function requestConfirmation(): Promise<boolean> {
  asked ??= (asker?.() ?? Promise.resolve(false)).then((isConfirmed) => {
    asked = undefined;
    if (isConfirmed) confirmations += 1;
    return isConfirmed;
  });
  return asked;
}

/** Message after an unconfirmed password dialog. */
export const notConfirmed = "Canceled: your password was not confirmed.";

async function needsConfirmation(reply: Response): Promise<boolean> {
  if (reply.status !== 403) return false;
  // A clone, because the caller reads the body too.
  const problem: ProblemBody = await reply
    .clone()
    .json()
    .catch(() => ({}));
  return problem.code === "confirmation_required";
}
