"use client";

import { resetPassword } from "@/lib/client/session";
import { AuthForm } from "./auth-form";
import { AuthFrame } from "./auth-frame";
import { passwordHelp } from "./password-help";

/** A new password by a link that an owner made. */
export function ResetPassword({ token }: { readonly token: string }) {
  return (
    <AuthFrame
      title="Set a new password"
      lead="You are then signed out everywhere and sign in with the new one."
    >
      <AuthForm
        verb="Set password"
        values={{ password: "" }}
        fields={[
          {
            name: "password",
            label: "New password",
            type: "password",
            autoComplete: "new-password",
            description: passwordHelp,
            missing: "Choose a password.",
          },
        ]}
        onSubmit={async ({ password }) => {
          const email = await resetPassword(token, password);
          window.location.assign(`/sign-in?email=${encodeURIComponent(email)}`);
        }}
      />
    </AuthFrame>
  );
}
