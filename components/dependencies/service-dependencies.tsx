import { useQuery } from "@tanstack/react-query";
import { PartError } from "@/components/errors/part-error";
import type { RecordProps } from "@/components/resource/record-props";
import { Skeleton } from "@/components/ui/skeleton";
import { useProject } from "@/lib/client/project/project";
import { dependenciesQuery } from "@/lib/client/queries/dependencies";
import type { Neighborhood } from "@/lib/contract/dependencies";
import { DependencyPicture } from "./dependency-picture";
import { DependencyTable } from "./dependency-table";

/**
 * The services around a service: as a picture, and as a table that says the same. Both show who is
 * affected if the service fails.
 */
export function ServiceDependencies({ record }: RecordProps) {
  const { project } = useProject();
  const { data, error, refetch } = useQuery(dependenciesQuery(project._id, String(record._id)));
  const name = String(record.name ?? "this service");
  return (
    <section
      aria-label="Dependencies"
      className="wrap-anywhere grid min-w-0 grid-cols-1 content-start gap-3 pb-8"
    >
      <h2 className="font-semibold text-13 text-ink-muted">Dependencies</h2>
      {!data && !error && <Skeleton className="h-32! w-full" />}
      {error && !data && (
        <PartError what="dependencies" error={error} onRetry={() => void refetch()} />
      )}
      {data && data.services.length === 1 && data.edges.length === 0 && (
        <p className="text-13 text-ink-muted">{name} needs no other service, and none needs it.</p>
      )}
      {data && data.services.length + data.edges.length > 1 && (
        <>
          <p className="text-13">{affectedWords(name, data)}</p>
          <DependencyPicture around={data} />
          <DependencyTable around={data} name={name} />
          <Limits around={data} />
        </>
      )}
    </section>
  );
}

function affectedWords(name: string, { affected, services }: Neighborhood): string {
  const cycle = services[0]?.cycle ?? null;
  const inCycle = cycle === null ? "" : ` ${name} is part of a cycle: it needs itself.`;
  if (affected.count === 0) return `No other service needs ${name}.${inCycle}`;
  const who = affected.count === 1 ? "1 other service is" : `${affected.count} other services are`;
  return `If ${name} fails, ${who} affected.${inCycle}`;
}

function Limits({ around }: { readonly around: Neighborhood }) {
  const { more, isComplete, affected } = around;
  return (
    <>
      {more > 0 && <Note>{`${more} more services within two steps are not shown.`}</Note>}
      {affected.more > 0 && (
        <Note>{`${affected.more} more affected services are not listed.`}</Note>
      )}
      {!isComplete && <Note>The project has more services than are followed.</Note>}
    </>
  );
}

function Note({ children }: { readonly children: string }) {
  return <p className="text-12 text-warn">{children}</p>;
}
