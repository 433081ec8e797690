"use client";

import { ownPath } from "@/lib/client/session/own-path";
import { landingPath, signIn } from "@/lib/client/session/session";
import { emailField, passwordField } from "./auth-fields";
import { AuthForm } from "./auth-form";
import { AuthFrame } from "./auth-frame";

interface Props {
  /** Page to open afterwards, from the URL. Only paths on this server are accepted. */
  readonly next: string | undefined;
}

/** Form for e-mail and password. Then navigates to the page that the user came from. */
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
          // A full page load, so that no data of another user stays in memory.
          window.location.assign(ownPath(next) ?? first);
        }}
      />
      <p className="border-line border-t pt-4 text-12 text-ink-muted">
        Forgot your password? Ask a project owner for a reset link. The first owner's password is
        printed in the server's terminal at the first start.
      </p>
    </AuthFrame>
  );
}

const fields = [emailField, passwordField] as const;
