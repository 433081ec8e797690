"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { newPasswordField, passwordField } from "@/components/auth/auth-fields";
import { AuthForm } from "@/components/auth/auth-form";
import { PasswordHint } from "@/components/auth/password-hint";
import { FrameError } from "@/components/ui/frame-fallback";
import { SkeletonLines } from "@/components/ui/skeleton";
import { notify, Toasts } from "@/components/ui/toast/toast";
import { request } from "@/lib/client/http/request";
import { meQuery } from "@/lib/client/session/me";
import { sessionsQuery } from "@/lib/client/session/session";
import { AccountBar } from "./account-bar";
import { MembershipRequests } from "./membership-requests";
import { RecentSignIns } from "./recent-sign-ins";
import { Sessions } from "./sessions";

/** Shows the current user's name, password and sessions. */
export function AccountPage() {
  const { data: me, error, refetch } = useQuery(meQuery);
  if (error && !me) return <FrameError error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <AccountBar me={me} />
      <main className="mx-auto grid w-full max-w-2xl gap-10 px-5 pt-8 pb-20">
        <h1 className="font-semibold text-20 text-ink-strong tracking-tight">Your account</h1>
        {me ? (
          <>
            {me.projects.length === 0 && (
              <p>You are not a member of any project yet. Ask a project owner for an invitation.</p>
            )}
            <MembershipRequests user={me._id} />
            <Part title="Name" about={`You sign in as ${me.email}.`}>
              <NameForm name={me.name} />
            </Part>
            <Part title="Password" about="Changing your password ends all your other sessions.">
              <PasswordForm />
            </Part>
            <Part
              title="Sessions"
              about="Devices where you are signed in. A session ends after 7 days without use and after 30 days at most."
            >
              <Sessions />
            </Part>
            <Part title="Recent sign-ins" about="Successful and failed sign-ins, newest first.">
              <RecentSignIns me={me} />
            </Part>
          </>
        ) : (
          <SkeletonLines />
        )}
      </main>
      <Toasts />
    </>
  );
}

function Part(props: {
  readonly title: string;
  readonly about: string;
  readonly children: ReactNode;
}) {
  const { title, about, children } = props;
  return (
    <section aria-label={title} className="grid gap-4 border-line border-t pt-5">
      <div className="grid gap-1">
        <h2 className="font-semibold text-16 text-ink-strong">{title}</h2>
        <p className="text-13 text-ink-muted">{about}</p>
      </div>
      {children}
    </section>
  );
}

/** Form for the name that other users see. */
function NameForm({ name }: { readonly name: string }) {
  const client = useQueryClient();
  return (
    <AuthForm
      verb="Save name"
      look="normal"
      values={{ name }}
      fields={[
        {
          name: "name",
          label: "Display name",
          autoComplete: "name",
          missing: "Enter a name.",
        },
      ]}
      onSubmit={async (sent) => {
        await request("POST /api/me", { body: { data: sent } });
        await client.invalidateQueries(meQuery);
        notify({ title: "Name saved" });
      }}
    />
  );
}

/** Form for the current and the new password. It is empty again after the change. */
function PasswordForm() {
  const client = useQueryClient();
  const { data: me } = useQuery(meQuery);
  const [changes, setChanges] = useState(0);
  const own = [me?.email ?? "", me?.name ?? "", ...(me?.projects ?? []).map(({ name }) => name)];
  const hint = ({ newPassword = "" }: { readonly newPassword?: string }) => (
    <PasswordHint password={newPassword} own={own} />
  );
  return (
    <AuthForm
      key={changes}
      verb="Change password"
      look="normal"
      values={{ currentPassword: "", newPassword: "" }}
      fields={[currentField, { ...newField, below: hint }]}
      onSubmit={async (sent) => {
        await request("POST /api/auth/change-password", { body: sent });
        setChanges(changes + 1);
        notify({ title: "Password changed", detail: "All your other sessions have ended." });
        await client.invalidateQueries(sessionsQuery);
      }}
    />
  );
}

const currentField = {
  ...passwordField,
  name: "currentPassword",
  label: "Current password",
  missing: "Enter your current password.",
} as const;

const newField = {
  ...newPasswordField,
  name: "newPassword",
  label: "New password",
  missing: "Choose a new password.",
} as const;
