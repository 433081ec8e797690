import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { adminKey } from "./server-process";

/** A response received over a socket. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: JsonObject;
}

export interface Ask {
  /** Defaults to the admin key; null sends none. */
  readonly key?: string | null;
  /** Sent as JSON; text and bytes are sent unchanged. */
  readonly body?: JsonValue | Buffer;
  readonly headers?: OutgoingHttpHeaders;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/**
 * Sends a request by Node's own client. Rejects if the connection breaks before the response is
 * complete.
 */
export function askServer(
  port: number,
  method: string,
  path: string,
  ask: Ask = {},
): Promise<Answer> {
  const { key = adminKey, body, headers } = ask;
  const bytes = bytesOf(body);
  return new Promise((resolve, reject) => {
    const sending = request(
      {
        ...{ host: "127.0.0.1", port, method, path, agent },
        headers: {
          ...(key !== null && { ApiKey: key }),
          ...(bytes && { "Content-Type": "application/json", "Content-Length": bytes.length }),
          ...headers,
        },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        response.on("error", reject);
        response.on("end", () => {
          if (!response.complete) return reject(new Error("The answer was cut off."));
          const { statusCode: status = 0, headers: got } = response;
          resolve({ status, headers: got, text, body: parsed(text) });
        });
      },
    );
    sending.on("error", reject).end(bytes);
  });
}

/**
 * Writes bytes to a socket and returns the bytes received until the server closed or `forMs`
 * passed.
 */
export function askRaw(port: number, bytes: string | Buffer, forMs = 3_000): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    let text = "";
    const end = () => {
      clearTimeout(deadline);
      socket.destroy();
      resolve(text);
    };
    const deadline = setTimeout(end, forMs);
    socket.setEncoding("latin1").on("data", (part: string) => {
      text += part;
    });
    socket.on("error", end).on("close", end);
  });
}

function bytesOf(body: Ask["body"]): Buffer | undefined {
  if (body === undefined || Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}

function parsed(text: string): JsonObject {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
