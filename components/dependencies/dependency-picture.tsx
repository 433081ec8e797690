import { Dot } from "@/components/ui/glyphs/dot";
import { classes } from "@/components/ui/styles";
import { useProject } from "@/lib/client/project/project";
import type { Neighborhood } from "@/lib/contract/dependencies";
import { box, type PlacedService, pictureOf } from "./layout";

const headHeight = 24;

/**
 * The services around one, from those that need it on the left to those that it needs on the right.
 * Screen readers and the keyboard use the table, which says the same.
 */
export function DependencyPicture({ around }: { readonly around: Neighborhood }) {
  const { width, height, services, edges, columns } = pictureOf(around);
  const center = services.find(({ service }) => service._id === around.services[0]?._id);
  return (
    <div
      aria-hidden="true"
      ref={showCenter}
      data-center={center ? center.x + box.width / 2 : 0}
      className="max-h-128 overflow-auto rounded-md border border-line bg-surface-sunken p-4"
    >
      <div className="relative" style={{ width, height: height + headHeight }}>
        {columns.map(({ level, x }) => (
          <p
            key={level}
            className="absolute top-0 text-center text-12 text-ink-muted"
            style={{ left: x, width: box.width }}
          >
            {columnTitle(level)}
          </p>
        ))}
        <svg
          aria-hidden="true"
          width={width}
          height={height}
          className="absolute left-0 overflow-visible"
          style={{ top: headHeight }}
        >
          <defs>
            <marker
              id="needs"
              viewBox="0 0 8 8"
              {...{ refX: 8, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" }}
            >
              <path d="M0 0L8 4L0 8z" fill="context-stroke" />
            </marker>
          </defs>
          {edges.map(({ key, path, isInCycle }) => (
            <path
              key={key}
              d={path}
              markerEnd="url(#needs)"
              className={classes(
                "fill-none stroke-[1.5] forced-colors:stroke-[CanvasText]",
                isInCycle ? "stroke-danger" : "stroke-line-strong",
              )}
              {...(isInCycle && { strokeDasharray: "5 3" })}
            />
          ))}
        </svg>
        {services.map((placed) => (
          <ServiceBox key={placed.service._id} placed={placed} />
        ))}
      </div>
    </div>
  );
}

/** A narrow screen shows the service itself first. */
function showCenter(picture: HTMLDivElement | null): void {
  if (!picture) return;
  picture.scrollLeft = Number(picture.dataset["center"]) - picture.clientWidth / 2;
}

function columnTitle(level: number): string {
  if (level === 0) return "";
  if (level < 0) return level === -1 ? "Affected" : "Affected in turn";
  return level === 1 ? "Needs" : "Needs in turn";
}

function ServiceBox({ placed: { service, x, y } }: { readonly placed: PlacedService }) {
  const { base } = useProject();
  const { _id, label, color, cycle, status, needs, neededBy } = service;
  const isCenter = needs === null && neededBy === null;
  return (
    <a
      href={`${base}/service/${_id}`}
      tabIndex={-1}
      title={label}
      className={classes(
        "absolute grid content-center rounded-sm border bg-surface-raised px-2 text-12 hover:border-accent",
        cycle === null ? "border-line-strong" : "border-danger border-dashed",
        isCenter && "ring-2 ring-accent",
      )}
      style={{ left: x, top: y + headHeight, width: box.width, height: box.height }}
    >
      <span className="flex min-w-0 items-center gap-1.5 font-medium text-13 text-ink-strong">
        <Dot color={color ?? undefined} />
        <span className="truncate">{label}</span>
      </span>
      {status && (
        <span className="flex min-w-0 items-center gap-1.5 text-ink-muted">
          <Dot color={status.color ?? undefined} />
          <span className={classes("truncate", !status.isOperational && "text-danger")}>
            {status.label}
          </span>
        </span>
      )}
    </a>
  );
}
