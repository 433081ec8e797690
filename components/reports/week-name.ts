import type { Report } from "@/lib/contract/report";

type Week = Report["weeks"][number];

const dayAndMonth = new Intl.DateTimeFormat("en-GB", {
  ...{ day: "numeric", month: "short", timeZone: "UTC" },
});

/** Returns the name of a week by its Monday: "16 Nov", with a star if the period holds a part of it. */
export function weekName({ week, isWhole }: Week): string {
  return `${dayAndMonth.format(Date.parse(`${week}T00:00:00Z`))}${isWhole ? "" : " *"}`;
}

/** Returns the explanation of the weeks. */
export function weekNote(weeks: readonly Week[]): string {
  const isPartial = weeks.some(({ isWhole }) => !isWhole);
  return `Weeks begin on Monday.${isPartial ? " * The period holds a part of this week." : ""}`;
}
