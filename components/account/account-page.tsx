"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FrameError } from "@/components/ui/frame-fallback";
import { SkeletonLines } from "@/components/ui/skeleton";
import { Toasts } from "@/components/ui/toast/toast";
import { meQuery } from "@/lib/client/session/me";
import { AccountBar } from "./account-bar";
import { MembershipRequests } from "./membership-requests";
import { NameForm } from "./name-form";
import { PasswordForm } from "./password-form";
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
            <MembershipRequests />
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
