"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Suspense } from "react";
import { offerRenewal, sessionAbandoned } from "@/lib/client/http/session-renewal";
import { useProject } from "@/lib/client/project/project";
import { meQuery } from "@/lib/client/session/me";
import { lazyQuestion, useBlockingQuestion } from "./use-blocking-question";

const SignInAgain = lazyQuestion(async () => (await import("./sign-in-again")).SignInAgain);

/**
 * Has the user sign in again over the page when their session has ended under it; what the API refused meanwhile
 * waits for that. Another user who signs in gets a page of their own.
 */
export function SessionEnded() {
  const { me } = useProject();
  const client = useQueryClient();
  const { isWaiting, settle } = useBlockingQuestion(offerRenewal);
  if (!isWaiting) return null;
  const onBack = (person: string) => {
    if (person !== me._id) {
      // What was typed is not theirs to see or to send.
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
      <SignInAgain email={me.email ?? ""} onBack={onBack} onCancel={leave} />
    </Suspense>
  );
}
