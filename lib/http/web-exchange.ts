import { tooLarge } from "./body";
import { bodyText } from "./body-text";
import type { ApiRequest, ApiResponse } from "./exchange";
import { refuse } from "./handle";
import { byteLimit, bytesBody } from "./uploads";

/** What answers the API. */
interface Answerer {
  handle(request: ApiRequest): Promise<ApiResponse>;
  readonly settings: { readonly corsOrigins: readonly string[] };
}

/** Answers a web `Request` through the API. A body of more than `maxBodyBytes` is refused while it comes in. */
export async function answerWeb(
  request: Request,
  { handle, settings }: Answerer,
  maxBodyBytes: number,
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { method } = request;
  const headers = Object.fromEntries(request.headers);
  try {
    const limit = byteLimit(method, pathname);
    const bytes = await collect(request.body, limit ?? maxBodyBytes);
    const encoding = headers["content-encoding"];
    const content =
      limit === undefined ? { body: bodyText(bytes, encoding) } : bytesBody(bytes, encoding);
    return toWeb(
      await handle({ method, path: pathname, query: search.slice(1), headers, ...content }),
    );
  } catch (error) {
    return toWeb(refuse({ method, headers }, error, settings.corsOrigins));
  }
}

function toWeb({ status, headers, body, stream }: ApiResponse): Response {
  if (stream) return new Response(webStream(stream), { status, headers });
  return new Response(body === "" ? null : body, { status, headers });
}

function webStream(pieces: AsyncIterable<string | Uint8Array>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const walk = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await walk.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
    },
    async cancel() {
      await walk.return?.();
    },
  });
}

async function collect(body: Request["body"], maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    parts.push(read.value);
  }
  return Buffer.concat(parts);
}
