import { useEffect, useState } from "react";
import { emailField, passwordField } from "@/components/auth/auth-fields";
import { AuthForm } from "@/components/auth/auth-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { useLatest } from "@/lib/client/device/use-latest";
import { fetchMe } from "@/lib/client/session/me";
import { signIn } from "@/lib/client/session/session";

/** Props of the sign-in dialog. */
export interface SignInAgainProps {
  /** E-mail address of the session's user; "" if they have none. */
  readonly email: string;
  /** Called with the id of the user who signed in. */
  readonly onBack: (person: string) => void;
  readonly onCancel: () => void;
}

/** Asks for the password over the page. A sign-in in another tab counts as well. */
export function SignInAgain({ email, onBack, onCancel }: SignInAgainProps) {
  const [isOther, setOther] = useState(email === "");
  const latest = useLatest(onBack);

  // Tabs share the browser's session, and another tab may have a new one.
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState !== "visible") return;
      const me = await fetchMe().catch(() => null);
      if (me) latest.current(me._id);
    };
    const onChange = () => void look();
    document.addEventListener("visibilitychange", onChange);
    return () => document.removeEventListener("visibilitychange", onChange);
  }, [latest]);

  return (
    <Dialog role="alertdialog" width="small" title="Your session has ended">
      <div className="grid gap-4 pb-1">
        <p>
          Sign in to continue on this page. Your input is kept, and unsent changes are sent after
          you sign in. “Leave” opens the sign-in page. Input outside forms is lost.
        </p>
        <AuthForm
          key={String(isOther)}
          verb="Sign in"
          values={{ email: isOther ? "" : email, password: "" }}
          fields={isOther ? others : own}
          onSubmit={(sent) => signIn(sent.email, sent.password)}
          onDone={onBack}
          beside={<Button onPress={onCancel}>Leave</Button>}
        />
        {!isOther && (
          <Button
            look="quiet"
            size="small"
            className="-ml-2 justify-self-start"
            onPress={() => setOther(true)}
          >
            Sign in as another user
          </Button>
        )}
      </div>
    </Dialog>
  );
}

const own = [
  { ...emailField, isFixed: true },
  { ...passwordField, takesFocus: true },
] as const;

const others = [{ ...emailField, takesFocus: true }, passwordField] as const;
