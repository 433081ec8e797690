"use client";

import { ownPath } from "@/lib/client/session/own-path";
import { landingPath, signIn } from "@/lib/client/session/session";
import { AuthForm } from "./auth-form";
import { AuthFrame } from "./auth-frame";
import { currentPasswordField } from "./current-password-field";

interface Props {
  /** Where to go afterwards, as asked for in the address; only paths of our own count. */
  readonly next: string | undefined;
}

/** E-mail and password, then on to where the person came from. */
export function SignIn({ next }: Props) {
  return (
    <AuthFrame title="Sign in">
      <AuthForm
        verb="Sign in"
        values={{ email: "", password: "" }}
        fields={fields}
        onSubmit={async (sent) => {
          await signIn(sent.email, sent.password);
          const first = await landingPath();
          // A load of its own, so that nothing of someone else's stays in the page.
          window.location.assign(ownPath(next) ?? first);
        }}
      />
      <p className="border-line border-t pt-4 text-12 text-ink-muted">
        Forgot the password? An owner of your project can make you a link to set a new one. The
        first owner's password is printed in the server's terminal at its first start.
      </p>
    </AuthFrame>
  );
}

const fields = [
  {
    name: "email",
    label: "E-mail",
    type: "email",
    autoComplete: "username",
    missing: "Enter your e-mail address.",
  },
  currentPasswordField,
] as const;
