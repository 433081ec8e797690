import type { ProblemBody } from "./problem";

/** Asks the person of this page for their password; resolves to whether they gave it. */
type Asker = () => Promise<boolean>;

let asker: Asker | undefined;
let asked: Promise<boolean> | undefined;
let confirmations = 0;

/** Lets a page ask for the password where it stands. Answers what ends that. */
export function offerConfirmation(ask: Asker): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = undefined;
  };
}

/**
 * Sends a request; where the session has to be confirmed for it, has the person do that and sends it once more. However
 * many requests wait, the person is asked once. Answers the refusal where they do not confirm.
 */
export async function sendWithConfirmation(send: () => Promise<Response>): Promise<Response> {
  const before = confirmations;
  const reply = await send();
  if (!(await needsConfirmation(reply))) return reply;
  const isConfirmed = confirmations > before || (await requestConfirmation());
  return isConfirmed ? send() : reply;
}

/** True while the user is asked for the password: the request that needs it has done nothing yet. */
export function isConfirming(): boolean {
  return asked !== undefined;
}

/** Has the person give their password; resolves to whether they did. */
export function requestConfirmation(): Promise<boolean> {
  asked ??= (asker?.() ?? Promise.resolve(false)).then((isConfirmed) => {
    asked = undefined;
    if (isConfirmed) confirmations += 1;
    return isConfirmed;
  });
  return asked;
}

/** What a person is told who did not confirm. */
export const notConfirmed = "Nothing was done: your password was not confirmed.";

async function needsConfirmation(reply: Response): Promise<boolean> {
  if (reply.status !== 403) return false;
  // A copy: the caller reads the reply too.
  const problem: ProblemBody = await reply
    .clone()
    .json()
    .catch(() => ({}));
  return problem.code === "confirmation_required";
}
