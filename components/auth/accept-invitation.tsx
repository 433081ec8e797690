"use client";

import { useQuery } from "@tanstack/react-query";
import { ButtonLink } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { explain } from "@/lib/client/http/problem";
import { acceptInvitation, invitationQuery, landingPath } from "@/lib/client/session/session";
import { useFragment } from "@/lib/client/session/use-url-fragment";
import type { Invited } from "@/lib/contract/session";
import { newPasswordField } from "./auth-fields";
import { AuthForm } from "./auth-form";
import { AuthFrame, SignInLink } from "./auth-frame";
import { PasswordHint } from "./password-hint";

/** Shows the page that an invitation link opens. */
export function AcceptInvitation() {
  const token = useFragment();
  return token === undefined ? <Waiting /> : <InvitationOfToken key={token} token={token} />;
}

function Waiting() {
  return (
    <AuthFrame title="Your invitation">
      <Skeleton />
    </AuthFrame>
  );
}

function InvitationOfToken({ token }: { readonly token: string }) {
  const { data: invited, error } = useQuery(invitationQuery(token));
  if (error || invited?.isOpen === false) {
    const reason = invited?.isOpen === false ? invited.reason : explain(error);
    return (
      <AuthFrame title="This invitation cannot be used" lead={reason}>
        <SignInLink text="If you already accepted it," />
      </AuthFrame>
    );
  }
  if (!invited) return <Waiting />;
  if (invited.hasAccount) return <HasAccount invited={invited} />;
  return (
    <AuthFrame
      title={`Join ${invited.projectName}`}
      lead={
        <>
          As <strong className="wrap-anywhere text-ink-strong">{invited.email}</strong>.
        </>
      }
    >
      <SignUpForm token={token} invited={invited} />
    </AuthFrame>
  );
}

/**
 * Tells the user to sign in. A link never joins an account to a project, because anyone may hold
 * it. The user decides after signing in.
 */
function HasAccount({ invited }: { readonly invited: Invited }) {
  return (
    <AuthFrame
      title={`You are invited to ${invited.projectName}`}
      lead={
        <>
          <strong className="wrap-anywhere text-ink-strong">{invited.email}</strong> has an account
          here. Sign in with it, then accept or decline the invitation on your account page.
        </>
      }
    >
      <ButtonLink href="/account" look="primary" className="justify-self-start">
        Go to your account
      </ButtonLink>
    </AuthFrame>
  );
}

/** Opens the project, after checking that the browser keeps the session. */
async function enter(slug: string): Promise<void> {
  await landingPath();
  window.location.assign(`/p/${slug}`);
}

/** Form in which a user without an account chooses a name and a password. */
function SignUpForm({ token, invited }: { readonly token: string; readonly invited: Invited }) {
  return (
    <AuthForm
      verb="Join"
      values={{ name: invited.name ?? "", password: "" }}
      fields={[
        {
          name: "name",
          label: "Your name",
          autoComplete: "name",
          missing: "Enter your name.",
        },
        {
          ...newPasswordField,
          below: ({ name = "", password = "" }) => (
            <PasswordHint password={password} own={[invited.email, name, invited.projectName]} />
          ),
        },
      ]}
      onSubmit={async (sent) => {
        await enter(await acceptInvitation(token, sent));
      }}
    />
  );
}
