import type { QueryClient } from "@tanstack/react-query";
import { keys } from "@/lib/client/queries/queries";
import { resourceAt } from "@/lib/resources/index";
import { changeLog } from "@/lib/resources/system/change-log";
import type { Resource } from "@/lib/schema/resource";

/**
 * Refetches the visible queries that a step of a record may affect: its resource, its events, the
 * change log, and the resources that change with its state. Other queries are refetched when they
 * are next shown.
 */
export async function refreshAfterStep(
  client: QueryClient,
  resource: Resource,
  timeline: Resource | undefined,
): Promise<void> {
  const others = (resource.lifecycle?.alsoChanges ?? []).flatMap((path) => resourceAt(path) ?? []);
  const moved = [resource, changeLog, ...(timeline ? [timeline] : []), ...others];
  void client.invalidateQueries({ queryKey: keys.records, refetchType: "none" });
  await Promise.all([
    client.invalidateQueries({ queryKey: ["summary"] }),
    ...moved.map((one) =>
      // A refetch of the record may already be pending.
      client.refetchQueries({ queryKey: keys.of(one), type: "active" }, { cancelRefetch: false }),
    ),
  ]);
}
