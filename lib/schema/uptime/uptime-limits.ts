/** Most monitors of one computation of uptime. */
export const mostMonitors = 1_000;
/** Most days of one computation of uptime, and the days of a strip. */
export const mostDays = 90;
/** Most days from the first day of a report to today. */
export const mostReportDays = 400;
/** Most color rules of a status page that its bars follow, in the console and for visitors. */
export const mostRules = 100;
