"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { sessionExpired } from "@/lib/client/api";

/** Says that the session has ended while a page was open; what was typed stays on it until signed in again. */
export function SessionEnded() {
  const [hasEnded, setEnded] = useState(false);
  // Any call to the API may find out; they say so by an event on the window.
  useEffect(() => {
    const listen = () => setEnded(true);
    window.addEventListener(sessionExpired, listen);
    return () => window.removeEventListener(sessionExpired, listen);
  }, []);
  const signIn = () => {
    const { pathname, search } = window.location;
    window.location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
  };
  return (
    <Dialog
      isOpen={hasEnded}
      onOpenChange={setEnded}
      role="alertdialog"
      width="small"
      title="Your session has ended"
      actions={
        <Button look="primary" onPress={signIn} autoFocus>
          Sign in again
        </Button>
      }
    >
      <p>You come back to this page. What you typed into a form is kept as a draft.</p>
    </Dialog>
  );
}
