import { AppError } from "@/lib/errors";
import type { ApiRequest } from "@/lib/http/message/request-response";

/** Returns the content of a request with a binary body. Throws a 415 for a compressed body. */
export function bytesBody(bytes: Uint8Array, encoding: string | undefined): BytesBody {
  if (encoding === undefined || encoding.trim().toLowerCase() === "identity") {
    return { body: "", bytes };
  }
  const detail = "The request is compressed. Send the file without Content-Encoding.";
  throw new AppError("unsupported_media_type", detail);
}

type BytesBody = Required<Pick<ApiRequest, "body" | "bytes">>;
