import type { ComponentType, ReactNode } from "react";
import { HiddenPart } from "@/components/errors/hidden-part";
import type { RecordProps } from "@/components/resource/record-props";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import { classes } from "@/components/ui/styles";
import { ClientOnly } from "@/lib/client/document/client-only";
import { mayRead, useProject } from "@/lib/client/project/project";
import { monitor } from "@/lib/resources/monitoring/monitor";
import { monitorStatus } from "@/lib/resources/monitoring/monitor-status";
import { monitorStatusTimeline } from "@/lib/resources/monitoring/monitor-status-timeline";
import { service } from "@/lib/resources/monitoring/service";
import { serviceDependency } from "@/lib/resources/monitoring/service-dependency";
import { onCallDutyPolicy } from "@/lib/resources/on-call/on-call-duty-policy";
import { onCallDutyPolicyEscalationRule } from "@/lib/resources/on-call/on-call-duty-policy-escalation-rule";
import { project } from "@/lib/resources/settings/project";
import { statusPage } from "@/lib/resources/status-pages/status-page";
import { statusPageHistoryChartBarColorRule } from "@/lib/resources/status-pages/status-page-history-chart-bar-color-rule";
import type { Resource } from "@/lib/schema/resource";

interface ExtraSection {
  /** The heading of the section. */
  readonly title: string;
  /** Resources that its users may read. */
  readonly needs: readonly Resource[];
  /**
   * Whether it stands above the fields. Only a section that reserves its height before it is read
   * does, because it must not move them.
   */
  readonly isAbove?: true;
  readonly Section: ComponentType<RecordProps>;
}

const extraSections: Readonly<Record<string, ExtraSection>> = {
  [monitor.path]: {
    title: "Uptime",
    needs: [monitorStatus, monitorStatusTimeline],
    isAbove: true,
    Section: lazyWithRetry(
      async () => (await import("@/components/uptime/monitor-uptime")).MonitorUptime,
    ),
  },
  [service.path]: {
    title: "Dependencies",
    needs: [serviceDependency],
    Section: lazyWithRetry(
      async () =>
        (await import("@/components/dependencies/service-dependencies")).ServiceDependencies,
    ),
  },
  [onCallDutyPolicy.path]: {
    title: "Escalation ladder",
    needs: [onCallDutyPolicyEscalationRule],
    Section: lazyWithRetry(
      async () => (await import("@/components/ladder/policy-ladder")).PolicyLadder,
    ),
  },
  [project.path]: {
    title: "Order of states and severities",
    needs: [],
    Section: lazyWithRetry(
      async () => (await import("@/components/ordering/project-orders")).ProjectOrders,
    ),
  },
  [statusPage.path]: {
    title: "Bar colors",
    needs: [statusPageHistoryChartBarColorRule],
    Section: lazyWithRetry(async () => (await import("@/components/bar-rules/bar-rules")).BarRules),
  },
};

/** Returns the title of the section of a resource's records and its place; usually undefined. */
export function extraSectionOf(
  resource: Resource,
): Pick<ExtraSection, "title" | "isAbove"> | undefined {
  return extraSections[resource.path];
}

/**
 * The part that the overview of a resource's records shows with their fields; usually nothing. Users
 * who may not read its records see the missing permissions instead.
 */
export function ExtraSection({ resource, record }: RecordProps) {
  const context = useProject();
  const extra = extraSections[resource.path];
  if (!extra) return null;
  const { title, needs } = extra;
  if (!needs.every((one) => mayRead(context, one))) {
    return (
      <Titled title={title}>
        <HiddenPart needs={needs} />
      </Titled>
    );
  }
  const fallback = (
    <Titled title={title} className="min-h-25 max-sm:min-h-29">
      <Skeleton className="h-7! w-89 max-w-full" />
    </Titled>
  );
  return (
    <ClientOnly fallback={fallback}>
      <extra.Section resource={resource} record={record} />
    </ClientOnly>
  );
}

interface TitledProps {
  readonly title: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The place of a section that is not shown, or not yet. */
function Titled({ title, className = "", children }: TitledProps) {
  return (
    <section aria-label={title} className={classes("grid content-start gap-1.5 pb-6", className)}>
      <h2 className="font-semibold text-13 text-ink-muted">{title}</h2>
      {children}
    </section>
  );
}
