import { AppError } from "@/lib/errors";
import { deriveBeforeCreate } from "@/lib/operations/derived/derived";
import { newRow } from "@/lib/operations/rows/new-row";
import { notFound } from "@/lib/operations/rows/read-record";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { project } from "@/lib/resources/settings/project";
import type { Projects } from "@/lib/schema/filter";
import type { Row } from "@/lib/schema/row";

/**
 * Ensures that the project of a new record exists. A caller of the whole deployment registers a
 * project, empty and under its id, by the first write to it. Throws 409 while the records of a
 * deleted project are being removed. Throws 404 if the caller's project was deleted after the
 * rights were read.
 */
export async function checkProject(
  transaction: Transaction,
  projects: Projects,
  row: Row,
): Promise<void> {
  const { projectId } = row;
  if (typeof projectId !== "string") return;
  if (projects === "all") return registerProject(transaction, projectId, row);
  if (projectId === row._id) return;
  if (await transaction.project(projectId)) return;
  await assertNotBeingDeleted(transaction, projectId);
  throw notFound(project, projectId);
}

async function registerProject(
  transaction: Transaction,
  projectId: string,
  row: Row,
): Promise<void> {
  await assertNotBeingDeleted(transaction, projectId);
  if (projectId === row._id) return;
  if (await transaction.project(projectId)) return;
  const named = { _id: projectId, name: projectId };
  const registered = newRow(transaction.context, project, named, transaction.now);
  await deriveBeforeCreate(transaction, project, registered);
  await transaction.as("rule").changes.create(project, registered);
}

async function assertNotBeingDeleted({ writer }: Transaction, projectId: string): Promise<void> {
  const deletedProjects = await writer.deletedProjects();
  if (!deletedProjects.some((project) => project.projectId === projectId)) return;
  throw new AppError(
    "project_being_deleted",
    `The project ${projectId} is being deleted. Wait until its records are removed, or use another project.`,
  );
}
