import { type Fault, invalid } from "@/lib/errors";
import { attachmentReply } from "@/lib/http/message/attachment";
import type { ApiResponse } from "@/lib/http/message/request-response";
import { jsonReply } from "@/lib/http/message/respond";
import { downloadFile, uploadFile } from "@/lib/operations/files/files";
import { faultAt } from "@/lib/schema/pointer";
import { codePoints, isStorable } from "@/lib/schema/values/text-checks";
import { isUuid } from "@/lib/schema/values/uuid";
import type { RecordRequest } from "./record-routes";

/** Stores the body as a file. Throws a 400 that lists every fault of its name, type and project. */
export async function upload({ request, context, query }: RecordRequest): Promise<ApiResponse> {
  const faults: Fault[] = [];
  const name = fileName(request.headers["x-file-name"], faults);
  const projectId = query.get("projectId") ?? "";
  if (!isUuid(projectId)) faults.push(faultAt([], "projectId", "must be the id of a project"));
  if (faults.length > 0) throw invalid(faults);
  const record = await uploadFile(context, {
    name,
    projectId: projectId.toLowerCase(),
    type: mediaType(request.headers["content-type"], name),
    bytes: request.bytes ?? new Uint8Array(),
  });
  return jsonReply(record);
}

/** Returns a file to save. Only harmless media types are passed on, whatever the file claims. */
export async function download({ request, context, id }: RecordRequest): Promise<ApiResponse> {
  const { name, type, size, content } = await downloadFile(context, id);
  const shown = harmless.get(type) ?? "application/octet-stream";
  const isHead = request.method === "HEAD";
  return attachmentReply({ name, type: shown, size }, isHead ? undefined : content);
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

/** Returns the media type of a file. A program never gets the type of a document. */
function mediaType(sent = "", name = ""): string {
  const type = sent.split(";")[0]?.trim().toLowerCase() ?? "";
  if (program.test(name.trim())) return "application/octet-stream";
  return /^[a-z0-9][\w.+-]{0,60}\/[a-z0-9][\w.+-]{0,60}$/.test(type)
    ? type
    : "application/octet-stream";
}

/** Names of files that a system executes when opened. Windows ignores final dots and spaces. */
const program =
  /\.(?:exe|com|scr|pif|bat|cmd|msi|msp|dll|cpl|js|jse|vbs|vbe|wsf|wsh|hta|ps1|psm1|reg|lnk|url|scf|jar|app|apk|dmg|pkg|sh|command|desktop)[. ]*$/i;

/** Invisible format characters reverse text or hide endings. Joiners in words and emoji do not. */
const unfitForNames = /[\p{Cc}/\\]|(?![\u200c\u200d])\p{Cf}/u;

/** Returns the decoded file name. Headers hold ASCII only, so it is percent-encoded. */
function fileName(sent: string | undefined, faults: Fault[]): string {
  const name = decoded(sent ?? "");
  if (name === undefined) {
    faults.push(faultAt([], "X-File-Name", "has a % that begins no valid escape"));
  } else if (name.trim() === "") {
    faults.push(faultAt([], "X-File-Name", "is missing: name the file, percent-encoded"));
  } else if (codePoints(name) > 255 || !isStorable(name) || unfitForNames.test(name)) {
    const problem =
      "must be a name of at most 255 characters without slashes, control characters or characters that turn the direction of text";
    faults.push(faultAt([], "X-File-Name", problem));
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
