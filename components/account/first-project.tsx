"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { AuthForm } from "@/components/auth/auth-form";
import { FrameError, FrameSkeleton } from "@/components/ui/frame-fallback";
import { Toasts } from "@/components/ui/toast/toast";
import { lastProject } from "@/lib/client/device/recents";
import { createOnce } from "@/lib/client/saving/create-once";
import { meQuery } from "@/lib/client/session/me";
import type { MyProject } from "@/lib/contract/current-user";
import { project } from "@/lib/resources/settings/project";
import { AccountBar } from "./account-bar";
import { MembershipRequests } from "./membership-requests";

/**
 * Navigates to the project that the user opened last, else to the oldest one, because an API call
 * may have registered another since. Users without a project read how to get one.
 */
export function FirstProject() {
  const { data: me, error, refetch } = useQuery(meQuery);
  const last = me && lastProject(me._id);
  const first = (me?.projects.find(({ _id }) => _id === last) ?? oldest(me?.projects ?? []))?.slug;
  // The navigation is a full page load, outside of React.
  useEffect(() => {
    if (first !== undefined) window.location.replace(`/p/${first}`);
  }, [first]);
  if (error && !me) return <FrameError error={error} onRetry={() => void refetch()} />;
  if (!me || first !== undefined) return <FrameSkeleton />;
  return (
    <>
      <AccountBar me={me} />
      <main className="mx-auto grid w-full max-w-2xl gap-5 px-5 pt-12">
        <h1 className="font-semibold text-20 text-ink-strong tracking-tight">
          You are not a member of any project yet
        </h1>
        <MembershipRequests user={me._id} />
        {me.isDeploymentOwner ? (
          <>
            <p className="max-w-prose">
              This deployment has no projects. A new project has default states, severities,
              statuses and roles. You can change all of them.
            </p>
            <NewProject person={me._id} />
          </>
        ) : (
          <p className="max-w-prose">
            To join a project, ask one of its owners or administrators for an invitation to{" "}
            {me.email}.
          </p>
        )}
      </main>
      <Toasts />
    </>
  );
}

function oldest(projects: readonly MyProject[]): MyProject | undefined {
  return projects.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))[0];
}

function NewProject({ person }: { readonly person: string }) {
  const [create] = useState(() =>
    createOnce({ person, project: "", resource: project, record: "new" }),
  );
  return (
    <AuthForm
      verb="Create project"
      values={{ name: "" }}
      fields={[
        {
          name: "name",
          label: "Project name",
          autoComplete: "organization",
          missing: "Enter a project name.",
        },
      ]}
      onSubmit={async ({ name }) => {
        const { record } = await create(project, { name });
        window.location.assign(`/p/${String(record.slug)}`);
      }}
    />
  );
}
