import { Agent, request as send } from "node:http";

/** A request without its caller. */
export interface Shape {
  readonly method: string;
  /** Path and query string. */
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A caller: the headers with its credentials. */
export interface Caller {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A response as it came over the wire. */
export interface Received {
  readonly status: number;
  /** Names and values in turn, in the order of the wire. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

const agent = new Agent({ keepAlive: true });

/** Sends a request to the server on a local port. */
export function sendTo(port: number, shape: Shape, caller: Caller): Promise<Received> {
  const { method, path, body, headers } = shape;
  const options = {
    ...{ agent, host: "127.0.0.1", port, method, path },
    headers: { ...jsonHeaders(body), ...caller.headers, ...headers },
  };
  return new Promise((resolve, reject) => {
    const sent = send(options, (reply) => {
      const parts: Buffer[] = [];
      reply.on("data", (part: Buffer) => parts.push(part));
      reply.on("error", reject);
      reply.on("end", () => {
        const { statusCode: status = 0, rawHeaders } = reply;
        resolve({ status, rawHeaders, body: Buffer.concat(parts) });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

function jsonHeaders(body: string | undefined): Record<string, string> {
  if (body === undefined) return {};
  return { "Content-Type": "application/json", "Content-Length": String(Buffer.byteLength(body)) };
}

/** Returns the value of a header; undefined if the response lacks it. */
export function headerOf({ rawHeaders }: Received, name: string): string | undefined {
  const at = rawHeaders.findIndex((one, place) => place % 2 === 0 && one.toLowerCase() === name);
  return at < 0 ? undefined : rawHeaders[at + 1];
}

/** These differ from one response to the next. */
const varying = /^(?:date|x-request-id|server-timing|ratelimit-(?:remaining|reset))$/i;
/** The server writes the last use of a key seconds after it. */
const lastUse = /"lastUsedAt":(?:null|"[^"]*")/g;
const ownId = /"requestId":"[^"]*"/;

/** Returns a text that is equal for equal responses. */
export function comparable({ status, rawHeaders, body }: Received): string {
  const sent = body.toString("latin1");
  const text = status < 400 ? sent : sent.replace(ownId, '"requestId":…');
  const fixed = text.replace(lastUse, '"lastUsedAt":…');
  const lines = [String(status)];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    const isLength = /^content-length$/i.test(name) && fixed !== text;
    lines.push(varying.test(name) || isLength ? name : `${name}: ${rawHeaders[at + 1]}`);
  }
  return `${lines.join("\n")}\n\n${fixed}`;
}
