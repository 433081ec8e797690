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
 * A believable project named Acme, as it would stand at `now` after four months of use. The same `now`
 * gives the same rows. Rows come in the order they were made, so what is referred to comes first;
 * incidents and alerts begin in the created state and move on by the state events that follow them.
 * `salt` decides the ids, as for `sampleId`.
 */
export function sampleProject(now: Date, salt = fixedSalt): SampleRow[] {
  const sampler = samplerAt(now);
  const parts = [
    ...[peopleRows, settingRows, monitoringRows, onCallRows, statusPageRows, agentRows],
    ...[provisioningRows, episodeRows, incidentRows, alertRows],
  ];
  const rows = parts.flatMap((part) => part(sampler));
  // The sort is stable: rows of one moment stay in the order of the parts.
  rows.sort((a, b) => a.at.localeCompare(b.at));
  return rows.map((row) => ({ ...row, data: saltedData(row.data, salt) }));
}
