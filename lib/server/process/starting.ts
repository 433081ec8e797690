import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { AppError } from "@/lib/errors";
import { refuse } from "@/lib/http/handle";
import { jsonReply } from "@/lib/http/message/respond";
import type { OnProgress, Progress } from "@/lib/store/upgrade/progress";

/** Answers requests until the database is migrated. */
export interface Starting {
  readonly onProgress: OnProgress;
  /** Stops answering, because the deployment takes over. */
  end(): void;
}

const retryAfterSeconds = 5;

/**
 * Answers the requests of a server that listens but is not ready. `/healthz` says that the process
 * lives; all others get a 503 with the current step and its progress.
 */
export function answerWhileStarting(server: Server): Starting {
  let latest: Progress | undefined;
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { method = "GET", headers } = request;
    const isHealth = /^\/healthz\/?(\?|$)/.test(request.url ?? "");
    const id = headers["x-request-id"];
    const sent = typeof id === "string" ? { "x-request-id": id } : {};
    const notReady = new AppError("unavailable", sentence(latest), { retryAfterSeconds });
    const reply = isHealth
      ? jsonReply({ status: "ok" })
      : refuse({ method, headers: sent }, notReady);
    // A body still on its way would be read as the next request.
    response.writeHead(reply.status, { ...reply.headers, Connection: "close" });
    response.end(method === "HEAD" ? "" : reply.body);
  };
  server.on("request", answer);
  return {
    onProgress: (progress) => {
      latest = progress;
    },
    end: () => void server.off("request", answer),
  };
}

function sentence(progress: Progress | undefined): string {
  if (!progress) return "The server is starting. Send the request again in a few seconds.";
  const { step, done, total } = progress;
  if (total === 0) return `The server is starting. ${step}.`;
  const share = Math.floor((100 * done) / total);
  return `The server is starting. ${step}: ${share} % (${done} of ${total} records).`;
}
