import { tooLarge } from "./body";
import { bodyText } from "./body-text";
import type { ApiRequest, ApiResponse } from "./exchange";
import { refuse } from "./handle";

/** What answers the API. */
interface Answerer {
  handle(request: ApiRequest): Promise<ApiResponse>;
}

/** Answers a web `Request` through the API. A body of more than `maxBodyBytes` is refused while it comes in. */
export async function answerWeb(
  request: Request,
  { handle }: Answerer,
  maxBodyBytes: number,
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { method } = request;
  const headers = Object.fromEntries(request.headers);
  try {
    const bytes = await collect(request.body, maxBodyBytes);
    const body = bodyText(bytes, headers["content-encoding"]);
    return toWeb(await handle({ method, path: pathname, query: search.slice(1), headers, body }));
  } catch (error) {
    return toWeb(refuse({ method, headers }, error));
  }
}

function toWeb({ status, headers, body }: ApiResponse): Response {
  return new Response(body === "" ? null : body, { status, headers });
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
