import { useQuery } from "@tanstack/react-query";
import { RelativeTime } from "@/components/ui/relative-time";
import { mayRead, useProject } from "@/lib/client/project/project";
import { findRows } from "@/lib/client/queries/queries";
import { changeLog } from "@/lib/resources/system/change-log";
import type { Resource } from "@/lib/schema/resource";

interface Props {
  readonly resource: Resource;
  readonly id: string;
}

/** Names the user or key that last changed a record, and the time, if the user may read both. */
export function LastEditor({ resource, id }: Props) {
  const context = useProject();
  const { data } = useQuery({
    queryKey: ["last-editor", resource.path, id],
    queryFn: async ({ signal }) => {
      const query = { resource: resource.path, recordId: id, operation: "update" };
      const select = { actorName: true, at: true };
      const ask = { query, select, sort: { at: -1 }, limit: 1 };
      const [entry] = await findRows(changeLog, ask, signal);
      return entry ? { name: String(entry["actorName"]), at: String(entry["at"]) } : null;
    },
    ...{ staleTime: 0, gcTime: 0 },
    enabled: mayRead(context, changeLog),
  });
  if (!data) return null;
  return (
    <span>
      {" "}
      Last changed by <bdi className="text-ink-strong">{data.name}</bdi>,{" "}
      <RelativeTime instant={data.at} />.
    </span>
  );
}
