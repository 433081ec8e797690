import { Dot } from "@/components/ui/glyphs/dot";
import { classes } from "@/components/ui/styles";
import { useProject } from "@/lib/client/project/project";
import type { Neighborhood, NeighborService } from "@/lib/contract/dependencies";

interface Props {
  readonly around: Neighborhood;
  /** Name of the service in the center. */
  readonly name: string;
}

/** The services around one as a table, with those that are affected beyond two steps. */
export function DependencyTable({ around, name }: Props) {
  const { services, affected } = around;
  const [center, ...others] = services;
  const isTold = services.some(({ monitors }) => monitors !== null);
  return (
    <div className="overflow-x-auto">
      <table aria-label={`Dependencies of ${name}`} className="w-full text-left text-13">
        <thead className="text-12 text-ink-muted">
          <tr className="*:border-line *:border-b *:py-1 *:pr-4 *:font-medium">
            <th scope="col">Service</th>
            <th scope="col">How it depends</th>
            {isTold && <th scope="col">Status</th>}
          </tr>
        </thead>
        <tbody className="*:*:border-line *:*:border-b *:*:py-1.5 *:*:pr-4">
          {[...(center ? [center] : []), ...others].map((service) => (
            <tr key={service._id}>
              <td>
                <ServiceLink id={service._id} label={service.label} color={service.color} />
              </td>
              <td>
                <How words={howWords(service, name)} />
                <Cycle service={service} all={services} />
              </td>
              {isTold && (
                <td className="whitespace-nowrap">
                  <Status service={service} />
                </td>
              )}
            </tr>
          ))}
          {affected.beyond.map(({ _id, label, steps }) => (
            <tr key={_id}>
              <td>
                <ServiceLink id={_id} label={label} />
              </td>
              <td>
                <How words={`Affected in ${steps} steps`} />
              </td>
              {isTold && <td />}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface LinkProps {
  readonly id: string;
  readonly label: string;
  readonly color?: string | null;
}

function ServiceLink({ id, label, color }: LinkProps) {
  const { base } = useProject();
  return (
    <a
      href={`${base}/service/${id}`}
      className="wrap-anywhere inline-flex min-w-24 items-baseline gap-1.5 text-ink-strong underline decoration-line-strong underline-offset-2 hover:decoration-ink-strong pointer-coarse:py-2"
    >
      {color && <Dot color={color} />}
      {label}
    </a>
  );
}

/** Breaks long words, but takes a column that is wide enough for usual ones. */
function How({ words }: { readonly words: string }) {
  return <span className="wrap-anywhere block min-w-28 text-ink-muted">{words}</span>;
}

function howWords({ needs, neededBy }: NeighborService, name: string): string {
  const parts = [
    ...(neededBy === null ? [] : [`Affected if ${name} fails${inSteps(neededBy)}`]),
    ...(needs === null ? [] : [`${name} needs it${inSteps(needs)}`]),
  ];
  return parts.length === 0 ? "This service" : parts.join("; ");
}

function inSteps(steps: number): string {
  return steps === 1 ? "" : `, in ${steps} steps`;
}

function Status({ service: { status, monitors } }: { readonly service: NeighborService }) {
  if (!status) return <span className="text-ink-muted">{monitors === 0 ? "No monitor" : "–"}</span>;
  return (
    <span className="inline-flex items-baseline gap-1.5">
      <Dot color={status.color ?? undefined} />
      <span className={classes(!status.isOperational && "text-danger")}>{status.label}</span>
    </span>
  );
}

interface CycleProps {
  readonly service: NeighborService;
  readonly all: readonly NeighborService[];
}

/** Names the services of the same cycle, as far as they are shown. */
function Cycle({ service: { _id, cycle }, all }: CycleProps) {
  if (cycle === null) return null;
  const others = all.filter((one) => one.cycle === cycle && one._id !== _id);
  const names = others.slice(0, 5).map(({ label }) => label);
  return (
    <span className="wrap-anywhere block text-danger">
      {names.length === 0 ? "In a cycle" : `In a cycle with ${names.join(", ")}`}
      {others.length > names.length && ` and ${others.length - names.length} more`}
    </span>
  );
}
