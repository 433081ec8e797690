import { invalid } from "@/lib/errors";
import { attachmentReply, stampOf } from "@/lib/http/message/attachment";
import { recordQueryOf } from "@/lib/http/message/inputs/inputs";
import type { ApiResponse } from "@/lib/http/message/request-response";
import { exportRecords } from "@/lib/operations/export/export";
import { type ExportFormat, exportFormats } from "@/lib/operations/export/formats";
import { fieldFault } from "@/lib/schema/pointer";
import type { RecordRequest } from "./record-routes";

/** Returns a list as a file. Throws a 400 for an unknown format, and where a list would. */
export async function exportReply(asked: RecordRequest): Promise<ApiResponse> {
  const { request, context, resource } = asked;
  const format = formatIn(asked);
  const wanted = recordQueryOf(asked);
  const [withLabels, withTitles] = [wantsLabels(asked), wantsTitles(asked)];
  const ask = { ...wanted, format, withLabels, withTitles };
  const isHead = request.method === "HEAD";
  const content = await exportRecords(context, resource, ask, isHead ? "look" : "note");
  const name = `${resource.path}-${stampOf(context.now())}.${format}`;
  const type = exportFormats[format].type;
  return attachmentReply({ name, type }, isHead ? undefined : content);
}

function formatIn({ query, body }: RecordRequest): ExportFormat {
  const sent = query.get("format") ?? body["format"] ?? "csv";
  const formats = Object.keys(exportFormats);
  if (typeof sent === "string" && isFormat(sent)) return sent;
  throw invalid([fieldFault("format", `must be one of ${formats.join(", ")}`)]);
}

function isFormat(name: string): name is ExportFormat {
  return Object.hasOwn(exportFormats, name);
}

function wantsLabels({ query, body }: RecordRequest): boolean {
  const sent = query.get("labels") ?? body["labels"] ?? false;
  if (sent === true || sent === "1" || sent === "true") return true;
  if (sent === false || sent === "0" || sent === "false") return false;
  throw invalid([fieldFault("labels", "must be true or false")]);
}

function wantsTitles({ query, body }: RecordRequest): boolean {
  const sent = query.get("headers") ?? body["headers"] ?? "names";
  if (sent === "names" || sent === "titles") return sent === "titles";
  throw invalid([fieldFault("headers", "must be names or titles")]);
}
