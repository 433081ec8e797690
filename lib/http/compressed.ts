import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { ApiRequest, ApiResponse } from "./exchange";

/** What a client takes its content in, the smallest first; undefined for as it is. */
export type Coding = "br" | "gzip" | undefined;

/** The best coding an `Accept-Encoding` allows (RFC 9110, section 12.5.3). */
export function codingFor(accepted: string | undefined): Coding {
  const named = new Map(
    (accepted ?? "").split(",").map((part) => {
      const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
      return [name, !parameters.some((one) => /^q=0(?:\.0*)?$/.test(one))] as const;
    }),
  );
  const takes = (name: string) => named.get(name) ?? named.get("*") ?? false;
  if (takes("br")) return "br";
  return takes("gzip") ? "gzip" : undefined;
}

/**
 * Replies with a text that is always the same, compressed once for each coding. Only for what holds no secret: the
 * length of compressed content tells of what it holds.
 */
export function compressible(
  text: () => string | Promise<string>,
  headers: Readonly<Record<string, string>>,
): (request: ApiRequest) => Promise<ApiResponse> {
  const made = new Map<string, Promise<Buffer>>();
  return async (request) => {
    const coding = codingFor(request.headers["accept-encoding"]);
    const common = { ...headers, Vary: "Accept-Encoding" };
    if (coding === undefined) return { status: 200, headers: common, body: await text() };
    const content = made.get(coding) ?? Promise.resolve(text()).then(compress[coding]);
    made.set(coding, content);
    // What failed is tried again by the next request.
    content.catch(() => made.delete(coding));
    const bytes = await content;
    const length = String(bytes.length);
    return {
      status: 200,
      headers: { ...common, "Content-Encoding": coding, "Content-Length": length },
      body: "",
      stream: once(bytes),
    };
  };
}

const compress: Readonly<Record<"br" | "gzip", (text: string) => Promise<Buffer>>> = {
  br: (text) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (text) => promisify(gzip)(text),
};

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
