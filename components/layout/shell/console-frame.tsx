"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { usePathname, useRouter } from "next/navigation";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { recordInPath } from "@/components/layout/nav/record-in-path";
import { ListHeight } from "@/components/resource/list/grid/list-height";
import { FrameError, FrameSkeleton, RedirectToSignIn } from "@/components/ui/frame-fallback";
import { Toasts } from "@/components/ui/toast/toast";
import { NarrowInDocument } from "@/components/ui/use-is-narrow";
import { ClockProvider, type ClockSetting, saveClock } from "@/lib/client/device/clock";
import { isInDocument } from "@/lib/client/document/document-block";
import { useDocumentRead } from "@/lib/client/document/document-read";
import { mayRead, type ProjectContext, ProjectProvider } from "@/lib/client/project/project";
import { recordQuery } from "@/lib/client/queries/queries";
import { DataProvider } from "@/lib/client/queries/query-provider";
import { summaryQuery } from "@/lib/client/queries/service";
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
  /** The zone of this device when the setting was last in use; UTC if unknown. */
  readonly zone: string;
  /** Whether the sidebar was collapsed when it was last changed on this device. */
  readonly wasFolded: boolean;
  /** Whether the screen of this device is taken as narrow until its width is known. */
  readonly isNarrow: boolean;
  /** The height of the rows of a list in the last window of this device, in pixels, if it is known. */
  readonly listHeight: number | undefined;
  readonly children: ReactNode;
}

/**
 * The frame around the pages of a project. It provides the current user, their permissions, and the
 * navigation.
 */
export function ConsoleFrame({ hasSession, clock, zone, isNarrow, listHeight, ...props }: Props) {
  const lastHeight = useRef(listHeight);
  if (!hasSession) return <RedirectToSignIn />;
  return (
    <NuqsAdapter>
      <DataProvider>
        <WithClock clock={clock} zone={zone}>
          <NarrowInDocument value={isNarrow}>
            <ListHeight value={lastHeight}>
              <WithProject {...props} />
            </ListHeight>
          </NarrowInDocument>
        </WithClock>
      </DataProvider>
    </NuqsAdapter>
  );
}

function WithClock({ clock, zone, children }: Pick<Props, "clock" | "zone" | "children">) {
  const [setting, setSetting] = useState(clock);
  const choose = (chosen: ClockSetting) => {
    setSetting(chosen);
    saveClock(chosen);
  };
  return (
    <ClockProvider setting={setting} knownZone={zone} onChoose={choose}>
      {children}
    </ClockProvider>
  );
}

function WithProject(props: Pick<Props, "project" | "wasFolded" | "children">) {
  const { project: wanted, wasFolded, children } = props;
  useDocumentRead(meQuery);
  const { data: me, error, refetch } = useQuery(meQuery);
  const router = useRouter();
  const project = me?.projects.find(({ _id, slug }) => wanted === slug || wanted === _id);
  const context = useMemo(
    () => (me && project ? { me, project, base: `/p/${wanted}` } : undefined),
    [me, project, wanted],
  );
  usePageData(context);
  const isDueAtOnce = useIsInDocument(context);
  // Performance: the frame and its page take several frames to render. Deferred, the render can be
  // interrupted. Hydration can be interrupted anyway.
  const isDue = useDeferredValue(context !== undefined, isDueAtOnce);
  if (error && !me) return <FrameError error={error} onRetry={() => void refetch()} />;
  if (me && !project) return <FrameError me={me} onRetry={() => router.refresh()} />;
  if (!context || !isDue) return <FrameSkeleton />;
  return (
    <ProjectProvider value={context}>
      <Shell wasFolded={wasFolded}>{children}</Shell>
      <Toasts />
    </ProjectProvider>
  );
}

/** Returns true if the page is in the document: the overview, a list or a record. */
function useIsInDocument(context: ProjectContext | undefined): boolean {
  const path = usePathname();
  const [isFirst] = useState(() => {
    if (!context || !isInDocument()) return false;
    const { base } = context;
    return path === base || isListPath(path, base) || isRecordPath(path, base);
  });
  return isFirst;
}

function isListPath(path: string, base: string): boolean {
  return resourceAt(path.slice(base.length + 1)) !== undefined;
}

function isRecordPath(path: string, base: string): boolean {
  const opened = recordInPath(path, base);
  return opened !== undefined && path === `${base}/${opened.resource.path}/${opened.id}`;
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
  const isList = context !== undefined && isListPath(path, base);
  // The sidebar shows the numbers of the overview, too.
  useDocumentRead(summaryQuery(within), context !== undefined && path === base);
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
