import { createServer, type Server } from "node:http";
import { answerClientErrors } from "./client-error";
import { createListener, type ListenerParts } from "./listener";
import { Turns } from "./turns";

const closing = new WeakSet<Server>();

/** From now on each answer of a server ends its connection. */
export function beginClosing(server: Server): void {
  closing.add(server);
}

/**
 * Node's server with the limits of a deployment, not yet listening. It counts as closing from `beginClosing` on, and
 * when it no longer listens: a connection that is still open then gets one more answer and ends.
 */
export function createDeploymentServer(parts: Omit<ListenerParts, "isClosing" | "turns">): Server {
  const server = createServer(limits).setTimeout(longestSilenceMs);
  const isClosing = () => closing.has(server) || !server.listening;
  const { settings, metrics } = parts.application;
  const turns = new Turns(settings.queueTimeoutMs);
  metrics?.watchQueue(turns);
  const listener = createListener({ ...parts, isClosing, turns });
  server.on("request", listener);
  // Without a listener, Node answers an unknown expectation by itself.
  server.on("checkExpectation", listener);
  answerClientErrors(server);
  return server;
}

/** A connection on which nothing moves, because its client does not read, ends after so long. */
const longestSilenceMs = 120_000;

const limits = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  joinDuplicateHeaders: true,
  // Node would answer without a problem document; the guard looks at it instead.
  requireHostHeader: false,
};
