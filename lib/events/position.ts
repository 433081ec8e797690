import type { Reader, Writer } from "@/lib/store/port/store";

/** Returns the number of the last change that a consumer has taken; 0 before the first. */
export async function positionOf(reader: Reader, consumer: string): Promise<number> {
  return Number((await reader.setting(nameOf(consumer))) ?? 0);
}

/** Keeps the number of the last change that a consumer has taken. */
export async function movePosition(
  writer: Writer,
  consumer: string,
  sequence: number,
): Promise<void> {
  await writer.putSetting(nameOf(consumer), String(sequence));
}

function nameOf(consumer: string): string {
  return `position of ${consumer}`;
}
