import type { Notice } from "@/lib/schema/account/notice";
import type { Reader, Writer } from "@/lib/store/port/store";

const mostKept = 20;
const keptMs = 30 * 24 * 60 * 60 * 1000;

/** Adds a notice for a user. Keeps the latest 20. */
export async function addNotice(writer: Writer, userId: string, notice: Notice): Promise<void> {
  const kept = [notice, ...(await read(writer, userId))].slice(0, mostKept);
  await writer.putSetting(nameOf(userId), JSON.stringify(kept));
}

/** Returns a user's notices of the last 30 days, newest first. */
export async function noticesOf(
  reader: Reader,
  userId: string,
  now: Date,
): Promise<readonly Notice[]> {
  const since = new Date(now.getTime() - keptMs).toISOString();
  return (await read(reader, userId)).filter(({ at }) => at > since);
}

async function read(reader: Reader, userId: string): Promise<readonly Notice[]> {
  const kept: unknown = JSON.parse((await reader.setting(nameOf(userId))) ?? "[]");
  return Array.isArray(kept) ? kept : [];
}

function nameOf(userId: string): string {
  return `notices of ${userId}`;
}
