import { useQueryClient } from "@tanstack/react-query";
import { Suspense } from "react";
import { renewal, sessionAbandoned } from "@/lib/client/http/session-renewal";
import { type Me, meQuery } from "@/lib/client/session/me";
import { lazyQuestion, useBlockingQuestion } from "./use-blocking-question";

const SignInAgain = lazyQuestion(async () => (await import("./sign-in-again")).SignInAgain);

/**
 * Asks the user to sign in again, over the page, when their session has ended or another user has
 * signed in in another tab. Requests that the API rejected meanwhile wait for that. If another user
 * signs in here, the page is reloaded.
 */
export function SessionEnded({ me }: { readonly me: Me }) {
  const client = useQueryClient();
  const { isWaiting, settle } = useBlockingQuestion(renewal.offer);
  if (!isWaiting) return null;
  const onBack = (person: string) => {
    if (person !== me._id) {
      // Another user must not see or send the typed input.
      window.dispatchEvent(new Event(sessionAbandoned));
      return window.location.reload();
    }
    settle(true);
    void client.invalidateQueries(meQuery);
  };
  const leave = () => {
    settle(false);
    window.dispatchEvent(new Event(sessionAbandoned));
    const { pathname, search } = window.location;
    window.location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
  };
  return (
    <Suspense>
      <SignInAgain me={me} onBack={onBack} onCancel={leave} />
    </Suspense>
  );
}
