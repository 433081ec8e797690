"use client";

import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "@/components/ui/skeleton";
import { explain } from "@/lib/client/http/problem";
import { acceptInvitation, invitationQuery, landingPath } from "@/lib/client/session/session";
import { useFragment } from "@/lib/client/session/use-url-fragment";
import type { Invited } from "@/lib/contract/session";
import { newPasswordField } from "./auth-fields";
import { AuthForm } from "./auth-form";
import { AuthFrame, FootNote, SignInLink } from "./auth-frame";
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
      <AccountLink />
    </AuthFrame>
  );
}

/**
 * Leads a user with an account to the page where they accept or decline. A link never joins an
 * account to a project, because anyone may hold it. It is shown to all, because the page does not
 * know who has an account.
 */
function AccountLink() {
  return (
    <FootNote>
      Do you already have an account with this e-mail?{" "}
      <a href="/account" className="text-accent underline underline-offset-3">
        Sign in to your account
      </a>{" "}
      and accept or decline the invitation there.
    </FootNote>
  );
}

/** Opens the project, after checking that the browser keeps the session. */
async function enter(slug: string): Promise<void> {
  await landingPath();
  window.location.assign(`/p/${slug}`);
}

/** Form that creates an account: the user chooses a name and a password. */
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
