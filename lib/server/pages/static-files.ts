import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname } from "node:path";
import { type Coding, codingFor } from "@/lib/http/message/coding";

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/**
 * Returns the handler for a build's files under `/_next/static/`, in a coding that the client
 * accepts and the build has made. Their names change with their content, so browsers cache them
 * permanently. Resolves to false for any other path. Only files in the folder at the first request
 * are served, whatever the path.
 */
export function createStaticFiles(folder: string): Answer {
  let listed: Promise<ReadonlySet<string>> | undefined;
  return async (request, response) => {
    const [path = ""] = (request.url ?? "").split("?");
    if (!path.startsWith(prefix)) return false;
    listed ??= filesIn(folder);
    const files = await listed;
    const name = decoded(path.slice(prefix.length));
    const type = types[extname(name)];
    if (type === undefined || !files.has(name)) return false;
    const coding = codingFor(asText(request.headers["accept-encoding"]));
    const isCopied = coding !== undefined && files.has(name + endings[coding]);
    return send(request, response, {
      file: `${folder}/${name}${isCopied ? endings[coding] : ""}`,
      ...{ type, coding: isCopied ? coding : undefined },
    });
  };
}

interface Chosen {
  readonly file: string;
  readonly type: string;
  readonly coding: Coding;
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { file, type, coding }: Chosen,
): Promise<boolean> {
  const content = await readFile(file).catch(gone);
  if (content === undefined) return false;
  response.writeHead(200, {
    ...headers,
    "Content-Type": type,
    "Content-Length": content.length,
    ...(coding && { "Content-Encoding": coding }),
  });
  response.end(request.method === "HEAD" ? undefined : content);
  return true;
}

/** The build of the next version may remove files while this version serves. */
function gone(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
}

const prefix = "/_next/static/";
const endings = { br: ".br", gzip: ".gz" } as const;

const types: Readonly<Record<string, string | undefined>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json; charset=utf-8",
  ".woff2": "font/woff2",
  ".ico": "image/x-icon",
  ".png": "image/png",
};

const headers = {
  Vary: "Accept-Encoding",
  "Cache-Control": "public, max-age=31536000, immutable",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "same-origin",
};

/** Returns the files below a folder, by relative path; none if there is no build. */
async function filesIn(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  return new Set(
    files.map(({ parentPath, name }) => `${parentPath}/${name}`.slice(folder.length + 1)),
  );
}

/** The request checks have refused paths that do not decode. */
function decoded(path: string): string {
  return path.includes("%") ? decodeURIComponent(path) : path;
}

function asText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(",") : value;
}
