import { Question } from "./question";

/** Event on `window` before the page navigates away to another sign-in. */
export const sessionAbandoned = "tocsin:session-given-up";

/**
 * Asks the user of the page to sign in again when their session has ended or is another user's
 * (401). Granted only if the same user did.
 */
export const renewal = new Question(({ status }) => status === 401);
