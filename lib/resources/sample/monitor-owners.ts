import { responders } from "./people";
import { around, beginning, type SampleRow, type Sampler, sampleId } from "./sample-row";

/** Returns a team for each monitor, and a person for every third. */
export function monitorOwnerRows({ row }: Sampler, monitors: number): SampleRow[] {
  const since = beginning - 11;
  return Array.from({ length: monitors }, (_, i) => i + 1).flatMap((n) => {
    const owned = { monitorId: sampleId("monitor", n), isOwnerNotified: true };
    const teamId = sampleId("team", (n % 4) + 1);
    const userId = sampleId("user", around(responders, n));
    return [
      row("monitor-owner-team", n, since, { ...owned, teamId }),
      ...(n % 3 === 0 ? [row("monitor-owner-user", n, since, { ...owned, userId })] : []),
    ];
  });
}
