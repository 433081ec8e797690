"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { usePathname, useRouter } from "next/navigation";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from "react";
import { recordInPath } from "@/components/layout/nav/record-in-path";
import { FrameError, FrameSkeleton, RedirectToSignIn } from "@/components/ui/frame-fallback";
import { Toasts } from "@/components/ui/toast/toast";
import { ClockProvider, type ClockSetting, saveClock } from "@/lib/client/device/clock";
import { useDocumentRead } from "@/lib/client/document/document-read";
import { mayRead, type ProjectContext, ProjectProvider } from "@/lib/client/project/project";
import { recordQuery } from "@/lib/client/queries/queries";
import { DataProvider } from "@/lib/client/queries/query-provider";
import { meQuery } from "@/lib/client/session/me";
import { preferencesQuery } from "@/lib/client/session/preferences";
import { savedViewsQuery } from "@/lib/client/views/saved-views";
import { resourceAt } from "@/lib/resources/index";
import { Shell } from "./shell";

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
  useDocumentRead(meQuery);
  const { data: me, error, refetch } = useQuery(meQuery);
  const router = useRouter();
  const project = me?.projects.find(({ _id, slug }) => wanted === slug || wanted === _id);
  const context = useMemo(
    () => (me && project ? { me, project, base: `/p/${wanted}` } : undefined),
    [me, project, wanted],
  );
  usePageData(context);
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

/**
 * Reads what the page needs beside the user into the document. In the browser it fetches the data
 * of the page as soon as the user is known, while the frame around the page still renders. Nothing
 * is requested earlier, and nothing that the user may not read, because the browser's console would
 * show the rejected request.
 */
function usePageData(context: ProjectContext | undefined): void {
  const client = useQueryClient();
  const path = usePathname();
  const { me, project, base = "" } = context ?? {};
  const person = me?._id ?? "";
  const within = project?._id ?? "";
  const isList = context !== undefined && resourceAt(path.slice(base.length + 1)) !== undefined;
  useDocumentRead(preferencesQuery, isList);
  useDocumentRead(savedViewsQuery(within, person), isList);
  // The API is outside of React. Later pages fetch their own data.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only for the page that is opened first.
  useEffect(() => {
    if (!context) return;
    const opened = recordInPath(path, base);
    if (opened && mayRead(context, opened.resource)) {
      void client.prefetchQuery(recordQuery(opened.resource, opened.id));
    }
    if (!isList) return;
    void client.prefetchQuery(preferencesQuery);
    void client.prefetchQuery(savedViewsQuery(within, person));
  }, [person, within]);
}
