import { randomBytes } from "node:crypto";
import { sampleUserIds } from "@/lib/resources/sample/people";
import { fixedSalt } from "@/lib/resources/sample/sample-row";
import type { Reader, Writer } from "@/lib/store/port/store";

/** The setting that keeps what the ids of this deployment's sample records are made from. */
const name = "sampleSalt";

/** What the ids of the sample records are made from. Deployments of the time before it was kept have the fixed ids. */
async function sampleSalt(reader: Reader): Promise<string> {
  return (await reader.setting(name)) ?? fixedSalt;
}

/** A new one: 72 random bits. */
export function newSampleSalt(): string {
  return randomBytes(9).toString("hex");
}

/** Keeps what the ids of the sample records were made from. */
export async function keepSampleSalt(writer: Writer, salt: string): Promise<void> {
  await writer.putSetting(name, salt);
}

/** The ids of the people of the sample project. They are made up, so none of them ever signs in. */
export async function samplePeople(reader: Reader): Promise<readonly string[]> {
  return sampleUserIds(await sampleSalt(reader));
}
