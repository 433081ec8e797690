import type { Story } from "./incident-stories";
import type { SampleRow, Sampler } from "./sample-row";
import { sampleId } from "./sample-row";

/** An incident with notes. Ages are in minutes; without `overAgo` it is still open. */
interface Noted {
  readonly n: number;
  readonly story: Story;
  readonly seenAgo: number;
  readonly overAgo?: number;
}

/**
 * Returns the internal notes of an incident, the public ones if visitors see the incident, and an entry
 * that a program for deployments posted to its feed.
 */
export function incidentNoteRows({ row, at }: Sampler, noted: Noted): SampleRow[] {
  const { n, story, seenAgo, overAgo } = noted;
  const incidentId = sampleId("incident", n);
  const inside = (place: number, minutesAgo: number, note: string) =>
    row("incident-internal-note", n * 10 + place, minutesAgo, { incidentId, note });
  const outside = (place: number, minutesAgo: number, note: string) =>
    row("incident-public-note", n * 10 + place, minutesAgo, {
      ...{ incidentId, note, postedAt: at(minutesAgo) },
      shouldStatusPageSubscribersBeNotifiedOnNoteCreated: true,
    });
  const isShown = story.touches.rank < 3;
  const begun = [
    inside(1, seenAgo - 1, "Looking at the dashboards and the last deploys."),
    row("incident-feed", n, seenAgo - 2, {
      ...{ incidentId, postedAt: at(seenAgo - 2), displayColor: "#3b82f6" },
      incidentFeedEventType: "IncidentUpdated",
      feedInfoInMarkdown: "Deployments are held back until this is over.",
    }),
    ...(isShown ? [outside(1, seenAgo - 1, "We are looking into it.")] : []),
  ];
  if (overAgo === undefined) return begun;
  return [
    ...begun,
    inside(2, overAgo + 1, `**Found it.** ${story.rootCause}`),
    ...(isShown ? [outside(2, overAgo, "All is working again. We keep watching.")] : []),
  ];
}
