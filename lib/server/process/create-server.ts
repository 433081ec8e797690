import { createServer, type Server } from "node:http";
import { AdmissionQueue } from "@/lib/server/admission/admission-queue";
import { answerClientErrors } from "./client-error";
import { endIdleConnections } from "./idle-timeout";
import { createListener, type ListenerParts } from "./listener";

/**
 * Returns Node's server with the limits of a deployment, not yet listening. It counts as closing
 * when it no longer listens: an open connection then gets one more response and ends.
 */
export function createDeploymentServer(parts: DeploymentParts): Server {
  const server = newServer();
  serveOn(server, parts);
  return server;
}

type DeploymentParts = Omit<ListenerParts, "isClosing" | "queue">;

/** Returns Node's server with the limits of a deployment. It answers no requests yet. */
export function newServer(): Server {
  const server = createServer(limits).setTimeout(longestSilenceMs);
  answerClientErrors(server);
  endIdleConnections(server);
  return server;
}

/** Lets a server answer for a deployment. */
export function serveOn(server: Server, parts: DeploymentParts): void {
  const isClosing = () => !server.listening;
  const { settings, metrics } = parts.application;
  const queue = new AdmissionQueue(settings.queueTimeoutMs);
  metrics?.watchQueue(queue);
  const listener = createListener({ ...parts, isClosing, queue });
  server.on("request", listener);
  // Without a listener, Node answers unknown expectations itself.
  server.on("checkExpectation", listener);
}

/** Idle timeout of a connection, in milliseconds, for clients that do not read. */
const longestSilenceMs = 120_000;

const limits = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  joinDuplicateHeaders: true,
  // Node would answer without a problem document. The request checks handle it instead.
  requireHostHeader: false,
};
