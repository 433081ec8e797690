"use client";

import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "@/components/ui/skeleton";
import { explain } from "@/lib/client/problem";
import { acceptInvitation, firstPlace, type Invited, invitationQuery } from "@/lib/client/session";
import { AuthForm } from "./auth-form";
import { AuthFrame, ToSignIn } from "./auth-frame";
import { ownPasswordField } from "./own-password-field";
import { passwordHelp } from "./password-help";

/** What a person sees who opens the link of an invitation. */
export function AcceptInvitation({ token }: { readonly token: string }) {
  const { data: invited, error } = useQuery(invitationQuery(token));
  if (error || invited?.isOpen === false) {
    const reason = invited?.isOpen === false ? invited.reason : explain(error);
    return (
      <AuthFrame title="This invitation cannot be used" lead={reason}>
        <ToSignIn text="Accepted it already? Then" />
      </AuthFrame>
    );
  }
  if (!invited) {
    return (
      <AuthFrame title="Your invitation">
        <Skeleton />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title={`Join ${invited.projectName}`}
      lead={
        <>
          As <strong className="text-ink-strong">{invited.email}</strong>.
          {invited.hasAccount && " You have an account here: confirm with its password."}
        </>
      }
    >
      {invited.hasAccount ? <Confirm token={token} /> : <Begin token={token} invited={invited} />}
    </AuthFrame>
  );
}

/** Into the project, once it is sure that the browser keeps the session. */
async function enter(projectId: string): Promise<void> {
  await firstPlace();
  window.location.assign(`/p/${projectId}`);
}

/** Someone who has no account yet chooses a name and a password. */
function Begin({ token, invited }: { readonly token: string; readonly invited: Invited }) {
  return (
    <AuthForm
      verb="Join"
      values={{ name: invited.name ?? "", password: "" }}
      fields={[
        {
          name: "name",
          label: "Your name",
          autoComplete: "name",
          missing: "Enter the name that others see.",
        },
        {
          name: "password",
          label: "Password",
          type: "password",
          autoComplete: "new-password",
          description: passwordHelp,
          missing: "Choose a password.",
        },
      ]}
      onSubmit={async (sent) => {
        await enter(await acceptInvitation(token, sent));
      }}
    />
  );
}

function Confirm({ token }: { readonly token: string }) {
  return (
    <AuthForm
      verb="Join"
      values={{ password: "" }}
      fields={[ownPasswordField]}
      onSubmit={async (sent) => {
        await enter(await acceptInvitation(token, sent));
      }}
    />
  );
}
