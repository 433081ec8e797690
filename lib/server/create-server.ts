import { createServer, type Server } from "node:http";
import { answerClientErrors } from "./client-error";
import { createListener, type ListenerParts } from "./listener";

/**
 * Node's server with the limits of a deployment, not yet listening. It counts as closing from the moment it no
 * longer listens: requests on connections that are still open are then refused.
 */
export function createDeploymentServer(parts: Omit<ListenerParts, "isClosing">): Server {
  const server = createServer(limits);
  const isClosing = () => !server.listening;
  const listener = createListener({ ...parts, isClosing });
  server.on("request", listener);
  // Without a listener, Node answers an unknown expectation by itself.
  server.on("checkExpectation", listener);
  answerClientErrors(server);
  return server;
}

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
