"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useDeferredValue, useMemo, useState } from "react";
import { FrameError, FrameSkeleton, RedirectToSignIn } from "@/components/ui/frame-fallback";
import { Toasts } from "@/components/ui/toast/toast";
import { ClockProvider, type ClockSetting, saveClock } from "@/lib/client/device/clock";
import { ProjectProvider } from "@/lib/client/project/project";
import { DataProvider } from "@/lib/client/queries/query-provider";
import { meQuery } from "@/lib/client/session/me";
import { Shell } from "./shell";
import { usePrefetchPage } from "./use-prefetch-page";

interface Props {
  /** The project of the URL: its slug or id. */
  readonly project: string;
  /** False when the request carries no session cookie. Then nothing is fetched. */
  readonly hasSession: boolean;
  /** The clock setting of this device. */
  readonly clock: ClockSetting;
  readonly children: ReactNode;
}

/**
 * The frame around the pages of a project. It provides the current user, their permissions, and the
 * navigation.
 */
export function ConsoleFrame({ project, hasSession, clock, children }: Props) {
  if (!hasSession) return <RedirectToSignIn />;
  return (
    <NuqsAdapter>
      <DataProvider>
        <WithClock clock={clock}>
          <WithProject project={project}>{children}</WithProject>
        </WithClock>
      </DataProvider>
    </NuqsAdapter>
  );
}

function WithClock({ clock, children }: Pick<Props, "clock" | "children">) {
  const [setting, setSetting] = useState(clock);
  const choose = (chosen: ClockSetting) => {
    setSetting(chosen);
    saveClock(chosen);
  };
  return (
    <ClockProvider setting={setting} onChoose={choose}>
      {children}
    </ClockProvider>
  );
}

function WithProject({ project: wanted, children }: Pick<Props, "project" | "children">) {
  const { data: me, error, refetch } = useQuery(meQuery);
  const router = useRouter();
  const project = me?.projects.find(({ _id, slug }) => wanted === slug || wanted === _id);
  const context = useMemo(
    () => (me && project ? { me, project, base: `/p/${wanted}` } : undefined),
    [me, project, wanted],
  );
  usePrefetchPage(context);
  // Performance: the frame and its page take several frames to render. Deferred, the render can be
  // interrupted.
  const isDue = useDeferredValue(context !== undefined, false);
  if (error && !me) return <FrameError error={error} onRetry={() => void refetch()} />;
  if (me && !project) return <FrameError me={me} onRetry={() => router.refresh()} />;
  if (!context || !isDue) return <FrameSkeleton />;
  return (
    <ProjectProvider value={context}>
      <Shell>{children}</Shell>
      <Toasts />
    </ProjectProvider>
  );
}
