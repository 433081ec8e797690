import type { ComponentType } from "react";
import { computedColumn } from "@/components/resource/list/columns/computed-columns";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { mayRead, type ProjectContext } from "@/lib/client/project/project";
import { monitor } from "@/lib/resources/monitoring/monitor";
import { monitorStatus } from "@/lib/resources/monitoring/monitor-status";
import { monitorStatusTimeline } from "@/lib/resources/monitoring/monitor-status-timeline";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { StripSkeleton } from "./strip-skeleton";

/** Props of a cell that does not show a field. */
export interface ExtraCellProps {
  readonly row: Row;
  readonly tabIndex: 0 | -1;
}

/** A column of a list that is computed from other records. */
export interface ExtraColumn {
  readonly title: string;
  /** In pixels. */
  readonly width: number;
  /** Resources that its users may read. */
  readonly needs: readonly Resource[];
  /** A lazy component. */
  readonly Cell: ComponentType<ExtraCellProps>;
  /** Takes the place of the cell until its code is loaded. */
  readonly Fallback: ComponentType;
}

const extraColumns: Readonly<Record<string, ExtraColumn>> = {
  [monitor.path]: {
    ...{ title: "Uptime, 90 days", width: 380 },
    needs: [monitorStatus, monitorStatusTimeline],
    Cell: lazyWithRetry(async () => (await import("./strip-cell")).StripCell),
    Fallback: StripSkeleton,
  },
};

/** Returns the computed column if a layout shows it and the user may read its data. */
export function shownExtra(
  project: ProjectContext,
  resource: Resource,
  names: readonly string[],
): ExtraColumn | undefined {
  const extra = extraColumnOf(project, resource);
  return names.includes(computedColumn(resource) ?? "") ? extra : undefined;
}

/** Returns the computed column of a resource's lists; undefined if the user may not read its data. */
export function extraColumnOf(
  project: ProjectContext,
  resource: Resource,
): ExtraColumn | undefined {
  const extra = extraColumns[resource.path];
  return extra?.needs.every((one) => mayRead(project, one)) ? extra : undefined;
}
