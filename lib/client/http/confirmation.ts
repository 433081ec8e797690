import type { ProblemBody } from "./problem";
import { Question } from "./question";

/** Asks for the password when a request needs a confirmed session. */
export const confirmation = new Question(needsConfirmation);

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
