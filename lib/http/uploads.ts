import { AppError } from "@/lib/errors";
import { largestFile } from "@/lib/resources/file";
import type { ApiRequest } from "./exchange";
import { placeAt } from "./routing";

/** How many bytes a request may carry as they are; undefined for one whose body is text. */
export function byteLimit(method: string, path: string): number | undefined {
  if (method !== "POST" || !path.startsWith("/api/")) return undefined;
  return operationAt(method, path) === "upload" ? largestFile : undefined;
}

/** The part of a request that bytes make. Throws a 415 for bytes that are compressed for the way. */
export function bytesBody(bytes: Uint8Array, encoding: string | undefined): BytesBody {
  if (encoding === undefined || encoding.trim().toLowerCase() === "identity") {
    return { body: "", bytes };
  }
  const detail = "The file is compressed for the way. Send it without Content-Encoding.";
  throw new AppError("unsupported_media_type", detail);
}

type BytesBody = Required<Pick<ApiRequest, "body" | "bytes">>;

function operationAt(method: string, path: string): string | undefined {
  try {
    return placeAt(path)?.routes.get(method)?.operation;
  } catch {
    // The handler answers what is wrong with the path.
    return undefined;
  }
}
