import { type Fault, invalid } from "@/lib/errors";
import { attachmentReply } from "@/lib/http/message/attachment";
import type { ApiResponse } from "@/lib/http/message/exchange";
import { jsonReply } from "@/lib/http/message/respond";
import { downloadFile, uploadFile } from "@/lib/operations/files/files";
import { codePoints, isStorable } from "@/lib/schema/kinds/text-checks";
import { isUuid } from "@/lib/schema/kinds/uuid";
import type { RecordRequest } from "./record-routes";

/** Keeps the body as a file. Throws a 400 that lists every fault of its name, type and project. */
export async function upload({ request, context, query }: RecordRequest): Promise<ApiResponse> {
  const faults: Fault[] = [];
  const name = fileName(request.headers["x-file-name"], faults);
  const projectId = query.get("projectId") ?? "";
  if (!isUuid(projectId)) faults.push(fault("projectId", "must be the id of a project"));
  if (faults.length > 0) throw invalid(faults);
  const record = await uploadFile(context, {
    name,
    projectId: projectId.toLowerCase(),
    type: mediaType(request.headers["content-type"], name),
    bytes: request.bytes ?? new Uint8Array(),
  });
  return jsonReply(record);
}

/** A file to save: whatever it claims to be, only harmless types are passed on. */
export async function download({ request, context, id }: RecordRequest): Promise<ApiResponse> {
  const { name, type, content } = await downloadFile(context, id);
  const shown = harmless.get(type) ?? "application/octet-stream";
  return attachmentReply({ name, type: shown }, request.method === "HEAD" ? undefined : content);
}

const harmless: ReadonlyMap<string, string> = new Map([
  ...["image/png", "image/jpeg", "image/gif", "image/webp", "application/pdf"].map(asIs),
  ...["application/zip", "application/json", "video/mp4"].map(asIs),
  ["text/plain", "text/plain; charset=utf-8"],
  ["text/csv", "text/csv; charset=utf-8"],
]);

function asIs(type: string): readonly [string, string] {
  return [type, type];
}

/** A program is never kept under the type of a document, whatever the client declares. */
function mediaType(sent = "", name = ""): string {
  const type = sent.split(";")[0]?.trim().toLowerCase() ?? "";
  if (program.test(name.trim())) return "application/octet-stream";
  return /^[a-z0-9][\w.+-]{0,60}\/[a-z0-9][\w.+-]{0,60}$/.test(type)
    ? type
    : "application/octet-stream";
}

/** Names of files that a system runs when they are opened. Windows leaves off dots and spaces at the end. */
const program =
  /\.(?:exe|com|scr|pif|bat|cmd|msi|msp|dll|cpl|js|jse|vbs|vbe|wsf|wsh|hta|ps1|psm1|reg|lnk|url|scf|jar|app|apk|dmg|pkg|sh|command|desktop)[. ]*$/i;

/** Joiners within words and emoji turn nothing; all other invisible characters of format do, or hide an ending. */
const unfitForNames = /[\p{Cc}/\\]|(?![\u200c\u200d])\p{Cf}/u;

/** Headers hold ASCII only, so the name comes percent-encoded. */
function fileName(sent: string | undefined, faults: Fault[]): string {
  const name = decoded(sent ?? "");
  if (name === undefined) {
    faults.push(fault("X-File-Name", "has a % that begins no valid escape"));
  } else if (name.trim() === "") {
    faults.push(fault("X-File-Name", "is missing: name the file, percent-encoded"));
  } else if (codePoints(name) > 255 || !isStorable(name) || unfitForNames.test(name)) {
    const problem =
      "must be a name of at most 255 characters without slashes, control characters or characters that turn the direction of text";
    faults.push(fault("X-File-Name", problem));
  }
  return name ?? "";
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function fault(field: string, problem: string): Fault {
  return { pointer: "", field, message: `${field} ${problem}.` };
}
