import { agentRows } from "./agents";
import { alertRows } from "./alerts";
import { episodeRows } from "./episodes";
import { incidentRows } from "./incidents";
import { monitoringRows } from "./monitoring";
import { onCallRows } from "./on-call";
import { peopleRows } from "./people";
import { provisioningRows } from "./provisioning";
import { fixedSalt, type SampleRow, saltedData, samplerAt } from "./sample-row";
import { settingRows } from "./settings";
import { statusPageRows } from "./status-pages";

/**
 * Returns a realistic project named Acme, as it would be at `now` after four months of use. The
 * same `now` gives the same rows. Rows are in order of creation, so that a record precedes
 * references to it. Incidents and alerts begin in the created state and change by the state events
 * that follow. `salt` determines the ids, as for `sampleId`.
 */
export function sampleProject(now: Date, salt = fixedSalt): SampleRow[] {
  const sampler = samplerAt(now);
  const parts = [
    ...[peopleRows, settingRows, monitoringRows, onCallRows, statusPageRows, agentRows],
    ...[provisioningRows, episodeRows, incidentRows, alertRows],
  ];
  const rows = parts.flatMap((part) => part(sampler));
  // The sort is stable, so rows of the same time keep their order.
  rows.sort((a, b) => a.at.localeCompare(b.at));
  return rows.map((row) => ({ ...row, data: saltedData(row.data, salt) }));
}
