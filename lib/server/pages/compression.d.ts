/** The types of the package depend on Express. */
declare module "compression" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  function compression(): (
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ) => void;

  export = compression;
}
