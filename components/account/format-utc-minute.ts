/** A time to the minute, in UTC: the pages of an account stand outside the console's choice of clock. */
export function formatUtcMinute(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
}
