import { includesProject, projectsAllowed, refusalDetails } from "@/lib/auth/grants/permission";
import { AppError } from "@/lib/errors";
import { visibilityOf } from "@/lib/operations/access/visibility";
import { checkProject } from "@/lib/operations/record/register-project";
import { newRow } from "@/lib/operations/rows/new-row";
import { findRow, notFound, readRecord } from "@/lib/operations/rows/read-record";
import type { Context } from "@/lib/operations/transaction/context";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { projectOfNew } from "@/lib/operations/transaction/written-project";
import { file, largestFile } from "@/lib/resources/system/file";
import type { Row } from "@/lib/schema/row";

/** A file to store. */
export interface Upload {
  readonly projectId: string;
  readonly name: string;
  /** The media type, such as `image/png`. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Stores a file and returns its record. Throws 403, 413 above 10 MB, or like `checkProject`. */
export async function uploadFile(context: Context, upload: Upload): Promise<Row> {
  const projects = projectsAllowed(context.caller, file, "create");
  const { projectId, name, type, bytes } = upload;
  if (!includesProject(projects, projectId)) {
    const detail = `This caller may not upload to the project ${projectId}.`;
    throw new AppError("forbidden", detail, refusalDetails(file, "create", projectId));
  }
  if (bytes.length > largestFile) {
    throw new AppError("payload_too_large", "The file is larger than 10,000,000 bytes.");
  }
  const store = async (tx: Transaction) => {
    const { writer } = tx;
    const sent = { projectId, name, type, size: bytes.length };
    const row = newRow(context, file, sent, tx.now);
    await checkProject(tx, projects, row);
    await tx.changes.create(file, row);
    await writer.putContent(String(row._id), bytes);
    return (await readRecord(writer, file, String(row._id))).record;
  };
  return inTransaction(context, store, { project: projectOfNew(file, projectId) });
}

/** A stored file with its bytes in chunks. */
export interface Download {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** Throws if the file is deleted before all of it is read. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** Returns a file that the caller may read. Throws 403 or 404. */
export async function downloadFile(context: Context, id: string): Promise<Download> {
  const { projects } = visibilityOf(context, file);
  const row = await findRow(context.store.reader, file, id, projects);
  if (!row) throw notFound(file, id);
  const first = await context.store.reader.contentPiece(id, 0);
  // Some records have a size and no content, such as those of a source without it.
  const size = first ? Number(row.size ?? 0) : 0;
  return {
    name: String(row.name ?? "file"),
    type: String(row.type ?? "application/octet-stream"),
    size,
    content: contentOf(context, id, first, size),
  };
}

async function* contentOf(
  { store }: Context,
  id: string,
  first: Uint8Array | undefined,
  size: number,
): AsyncGenerator<Uint8Array> {
  let piece = first;
  let place = 0;
  for (let read = 0; read < size; ) {
    if (!piece) throw new Error(`The file ${id} was deleted while it was read.`);
    read += piece.length;
    yield piece;
    place += 1;
    if (read < size) piece = await store.reader.contentPiece(id, place);
  }
}
