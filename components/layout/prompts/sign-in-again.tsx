import { useEffect, useState } from "react";
import { emailField, passwordField } from "@/components/auth/auth-fields";
import { AuthForm } from "@/components/auth/auth-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { useLatest } from "@/lib/client/device/use-latest";
import { fetchMe, type Me } from "@/lib/client/session/me";
import { signIn } from "@/lib/client/session/session";

/** Props of the sign-in dialog. */
export interface SignInAgainProps {
  /** The user of the page. */
  readonly me: Me;
  /** Called with the id of the user who signed in. */
  readonly onBack: (person: string) => void;
  readonly onCancel: () => void;
}

/**
 * Asks for the password over the page. A sign-in in another tab counts as well. If another user has
 * signed in there, the dialog says so, and the input stays for the user of the page.
 */
export function SignInAgain({ me, onBack, onCancel }: SignInAgainProps) {
  const email = me.email ?? "";
  const [isOther, setOther] = useState(email === "");
  const [signedIn, setSignedIn] = useState<Me | null>(null);
  const latest = useLatest({ person: me._id, onBack });

  // Tabs share the browser's session, and another tab may have a new one.
  useEffect(() => {
    const look = async () => {
      const found = await fetchMe().catch(() => null);
      const { person } = latest.current;
      setSignedIn(found?._id === person ? null : found);
      return found?._id === person;
    };
    const onChange = async () => {
      if (document.visibilityState !== "visible") return;
      if (await look()) latest.current.onBack(latest.current.person);
    };
    const listener = () => void onChange();
    void look();
    document.addEventListener("visibilitychange", listener);
    return () => document.removeEventListener("visibilitychange", listener);
  }, [latest]);

  return (
    <Dialog
      role="alertdialog"
      width="small"
      title={signedIn ? "Another user is signed in" : "Your session has ended"}
    >
      <div className="grid gap-4 pb-1">
        <p>
          {signedIn &&
            `${nameOf(signedIn)} has signed in in this browser, and nothing is sent under that name. `}
          Sign in {signedIn && `as ${nameOf(me)} `}to continue on this page. Your input is kept, and
          unsent changes are sent after you sign in. “Leave” opens the sign-in page. Input outside
          forms is lost.
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

/** Returns the e-mail address, which tells users of the same name apart. */
function nameOf({ email, name }: Me): string {
  return email ?? name;
}

const own = [
  { ...emailField, isFixed: true },
  { ...passwordField, takesFocus: true },
] as const;

const others = [{ ...emailField, takesFocus: true }, passwordField] as const;
