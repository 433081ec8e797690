import { AppError } from "@/lib/errors";
import type { ApiRequest } from "@/lib/http/message/exchange";

/** The part of a request that bytes make. Throws a 415 for bytes that are compressed for the way. */
export function bytesBody(bytes: Uint8Array, encoding: string | undefined): BytesBody {
  if (encoding === undefined || encoding.trim().toLowerCase() === "identity") {
    return { body: "", bytes };
  }
  const detail = "The file is compressed for the way. Send it without Content-Encoding.";
  throw new AppError("unsupported_media_type", detail);
}

type BytesBody = Required<Pick<ApiRequest, "body" | "bytes">>;
