import type { Reader, Writer } from "@/lib/store/port/store";
import { emptyTally, type Tally } from "./tally";

/** An import into one project, stored in the target database. */
export interface Import {
  readonly run: string;
  /** The address of the source's API. */
  readonly from: string;
  readonly projectId: string;
  /** ISO 8601. */
  readonly begunAt: string;
  /** Absent until everything was read. */
  readonly finishedAt?: string;
}

type Settings = Pick<Reader, "setting">;

/** Returns the last import into a project, or undefined. */
export async function lastImport(reader: Settings, projectId: string): Promise<Import | undefined> {
  const kept = await reader.setting(nameOf(projectId));
  return kept === undefined ? undefined : JSON.parse(kept);
}

export async function storeImport(writer: Writer, one: Import): Promise<void> {
  await writer.putSetting(nameOf(one.projectId), JSON.stringify(one));
}

/** Returns the tally of a step of this import, an empty one before its first page. */
export async function tallyOf(reader: Settings, one: Import, step: string): Promise<Tally> {
  const kept = await reader.setting(`${nameOf(one.projectId)} ${step}`);
  const tally: Tally | undefined = kept === undefined ? undefined : JSON.parse(kept);
  // A tally of an earlier version lacks the later properties.
  return { ...emptyTally(one.run), ...(tally?.run === one.run && tally) };
}

export async function storeTally(
  writer: Writer,
  one: Import,
  step: string,
  tally: Tally,
): Promise<void> {
  await writer.putSetting(`${nameOf(one.projectId)} ${step}`, JSON.stringify(tally));
}

function nameOf(projectId: string): string {
  return `oneuptime import ${projectId}`;
}
