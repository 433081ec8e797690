import { newRow } from "@/lib/operations/rows/new-row";
import type { Context } from "@/lib/operations/transaction/context";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import { systemContext } from "@/lib/operations/transaction/system-context";
import { project } from "@/lib/resources/settings/project";
import type { Reader, Store } from "@/lib/store/port/store";
import { beginImport } from "./begin-import";
import { compareStep } from "./checks/compare";
import { missingReferences } from "./checks/missing-references";
import type { KindReport, OtherKind, Report } from "./report/report";
import { type FoundProject, findProject } from "./source/find-project";
import { Source, type SourceOptions } from "./source/source";
import { type LeaseOptions, takeImportLease } from "./state/import-lease";
import { storeImport } from "./state/progress";
import { type Importing, importStep, importSteps } from "./steps/import-step";
import { foreignKinds } from "./steps/imported-kinds";

/** An import as the operator asks for it. */
export interface ImportOptions extends SourceOptions, LeaseOptions {
  readonly store: Store;
  readonly projectId: string | undefined;
  readonly resume: boolean;
  readonly intoExisting: boolean;
}

/**
 * Imports a project of a OneUptime server, and compares the result with it. Everything that was taken
 * stays taken if it throws, and `resume` continues there. Throws a `StartupError` that tells the
 * operator what to do, also while another process imports the same project.
 */
export async function importProject(options: ImportOptions): Promise<Report> {
  const source = new Source(options);
  const found = await findProject(source, options.projectId);
  const context = contextOf(options.store);
  const lease = await takeImportLease(options.store, found.id, options);
  try {
    const held = { ...context, requireCurrent: (reader: Reader) => lease.requireHeld(reader) };
    return await importFound(options, held, source, found);
  } finally {
    await lease.release();
  }
}

async function importFound(
  { store, say, signal, resume, intoExisting, url }: ImportOptions,
  context: Context,
  source: Source,
  found: FoundProject,
): Promise<Report> {
  const begin = { from: url, projectId: found.id, resume, intoExisting };
  const one = await beginImport(context, begin);
  say(
    `${resume ? "Continuing" : "Reading"} the project "${found.name}" (${found.id}) from ${url}:`,
  );
  const importing: Importing = { context, source, one, say, signal };
  const kinds: KindReport[] = [];
  for (const step of importSteps()) {
    const tally = await importStep(importing, step);
    kinds.push({ name: step.name, tally });
    if (step.resource === project) await requireProject(context, found);
  }
  say("Everything is read. Comparing it with the source, and looking up references.");
  const compared: KindReport[] = [];
  for (const [place, step] of importSteps().entries()) {
    const kind = kinds[place];
    if (!kind) continue;
    const comparison = await compareStep(importing, step, kind.tally);
    compared.push({ ...kind, ...(comparison && { comparison }) });
  }
  const references = await missingReferences(store.reader, found.id, signal);
  const otherKinds = await otherKindsOf(source, found.id);
  // Until here a resumed import compares again.
  const finishedAt = new Date().toISOString();
  await inTransaction(context, (tx) => storeImport(tx.writer, { ...one, finishedAt }));
  return {
    ...{ from: url, project: found, begunAt: one.begunAt, finishedAt },
    ...{ kinds: compared, references: Object.fromEntries(references), otherKinds },
  };
}

function contextOf(store: Store): Context {
  const context = systemContext(store, "Import from OneUptime", new Date());
  return { ...context, channel: "import", now: () => new Date() };
}

/** A key that may not read its project still shows the records of it. */
async function requireProject(context: Context, { id, name }: FoundProject): Promise<void> {
  await inTransaction(context, async (tx) => {
    if (await tx.project(id)) return;
    await tx.changes.create(project, newRow(context, project, { _id: id, name, slug: id }, tx.now));
  });
}

/** Counts the records of kinds that have no counterpart here. A kind that is refused has none. */
async function otherKindsOf(source: Source, projectId: string): Promise<OtherKind[]> {
  const found: OtherKind[] = [];
  for (const path of foreignKinds()) {
    const reply = await source.post(`${path}/count`, { query: { projectId } });
    const count = "body" in reply ? reply.body["count"] : 0;
    if (typeof count === "number" && count > 0) found.push({ path, count });
  }
  return found;
}
