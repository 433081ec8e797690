import { randomBytes } from "node:crypto";
import { sampleUserIds } from "@/lib/resources/sample/people";
import { fixedSalt } from "@/lib/resources/sample/sample-row";
import type { Reader, Writer } from "@/lib/store/port/store";

/** Setting with the salt of this deployment's sample ids. */
const name = "sampleSalt";

/**
 * Returns the salt of the sample ids. Deployments without the setting are older and have the fixed
 * ids.
 */
async function sampleSalt(reader: Reader): Promise<string> {
  return (await reader.setting(name)) ?? fixedSalt;
}

/** Returns a new salt of 72 random bits. */
export function newSampleSalt(): string {
  return randomBytes(9).toString("hex");
}

/** Stores the salt of the sample ids. */
export async function keepSampleSalt(writer: Writer, salt: string): Promise<void> {
  await writer.putSetting(name, salt);
}

/** Returns the ids of the sample project's users. They are fictional and never sign in. */
export async function samplePeople(reader: Reader): Promise<readonly string[]> {
  return sampleUserIds(await sampleSalt(reader));
}
