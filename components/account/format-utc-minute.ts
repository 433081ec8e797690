/** Formats a time to the minute in UTC. Account pages are outside the console's clock setting. */
export function formatUtcMinute(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
}
