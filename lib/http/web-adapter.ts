import { refuse } from "./handle";
import { BodyBudget } from "./message/body/body-budget";
import { type IncomingBody, receiveBody } from "./message/body/receive-body";
import type { ApiRequest, ApiResponse } from "./message/request-response";
import { requirePlainPath } from "./routing/validate-path";

/** The API as an answer to requests. */
interface Answerer {
  handle(request: ApiRequest): Promise<ApiResponse>;
  readonly settings: { readonly corsOrigins: readonly string[]; readonly maxBodyBytes: number };
}

/** One for the process, because bodies are counted over all requests. */
const budget = new BodyBudget();

/** Answers a web `Request` through the API. Refuses a body that is too large while it arrives. */
export async function answerWeb(
  request: Request,
  { handle, settings }: Answerer,
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { method } = request;
  const headers = Object.fromEntries(request.headers);
  const head = { method, path: pathname, headers };
  try {
    requirePlainPath(pathname);
    const { maxBodyBytes } = settings;
    const { content, release } = await receiveBody(head, incomingOf(request), {
      maxBodyBytes,
      budget,
    });
    try {
      return toWeb(await handle({ ...head, query: search.slice(1), ...content }));
    } finally {
      release();
    }
  } catch (error) {
    return toWeb(refuse({ method, headers }, error, settings.corsOrigins));
  }
}

function toWeb({ status, headers, body, bytes, stream, onClose }: ApiResponse): Response {
  if (stream) return new Response(webStream(stream, onClose), { status, headers });
  if (bytes) return new Response(Uint8Array.from(bytes), { status, headers });
  return new Response(body === "" ? null : body, { status, headers });
}

function webStream(
  pieces: AsyncIterable<string | Uint8Array>,
  onClose: ApiResponse["onClose"],
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const walk = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await walk.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
    },
    async cancel() {
      onClose?.();
      await walk.return?.();
    },
  });
}

/** Returns the body of a web `Request`. The runtime discards what is not read. */
function incomingOf({ body, headers }: Request): IncomingBody {
  const parts: Uint8Array[] = [];
  const reader = body?.getReader();
  const length = headers.get("content-length");
  let size = 0;
  return {
    length: length === null ? undefined : Number(length),
    async takeIn(most, onBytes) {
      while (size <= most) {
        const read = await reader?.read();
        if (!read || read.done) return true;
        parts.push(read.value);
        size += read.value.length;
        if (!onBytes(read.value.length)) return false;
      }
      return false;
    },
    bytes: () => Buffer.concat(parts),
    drop: async () => reader?.cancel(),
  };
}
