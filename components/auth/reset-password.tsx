"use client";

import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "@/components/ui/skeleton";
import { explain } from "@/lib/client/http/problem";
import { request } from "@/lib/client/http/request";
import { resetQuery } from "@/lib/client/session/session";
import { useFragment } from "@/lib/client/session/use-url-fragment";
import { newPasswordField } from "./auth-fields";
import { AuthForm } from "./auth-form";
import { AuthFrame, SignInLink } from "./auth-frame";
import { PasswordHint } from "./password-hint";

/**
 * Sets a new password by a link that an owner made. Reports at once when the link is no longer
 * open.
 */
export function ResetPassword() {
  const token = useFragment();
  return token === undefined ? <Waiting /> : <ResetOfToken key={token} token={token} />;
}

function Waiting() {
  return (
    <AuthFrame title="Set a new password">
      <Skeleton />
    </AuthFrame>
  );
}

function ResetOfToken({ token }: { readonly token: string }) {
  const { data, error } = useQuery(resetQuery(token));
  if (error || data?.isOpen === false) {
    const reason = data?.isOpen === false ? data.reason : explain(error);
    return (
      <AuthFrame title="This link cannot be used" lead={reason}>
        <SignInLink text="If you already set a new password," />
      </AuthFrame>
    );
  }
  if (!data) return <Waiting />;
  return (
    <AuthFrame
      title="Set a new password"
      lead={
        <>
          For <strong className="wrap-anywhere text-ink-strong">{data.email}</strong>. All your
          sessions end, and you sign in with the new password.
        </>
      }
    >
      <AuthForm
        verb="Set password"
        values={{ password: "" }}
        fields={[{ ...field, below: hintFor(data.email) }]}
        onSubmit={async ({ password }) => {
          await request("POST /api/auth/reset", { body: { token, password } });
          // Without the e-mail address, because URLs are kept in histories and logs.
          window.location.assign("/sign-in");
        }}
      />
    </AuthFrame>
  );
}

const field = { ...newPasswordField, label: "New password" };

/** Before sign-in, the page knows only the user's e-mail address. The server knows more. */
const hintFor =
  (email: string) =>
  ({ password = "" }: { readonly password?: string }) => (
    <PasswordHint password={password} own={[email]} />
  );
