import type { JsonObject } from "@/lib/schema/json";
import { partRef } from "./common-parts";
import { problemName } from "./error-responses";
import { jsonResponse } from "./resource-parts";

/** The tag of operations on users rather than records. */
export const peopleTag: JsonObject = {
  name: "Signing in and people",
  description:
    "Sessions are for the console: their cookie counts only for requests from its own pages. Programs use API keys.",
};

/** The description of one operation on users. */
export interface OperationDescription {
  readonly body?: JsonObject;
  readonly reply: JsonObject;
  readonly setsCookie?: boolean;
  readonly parameters?: readonly JsonObject[];
  readonly problems: readonly number[];
}

/** Returns an operation without credentials. */
export function publicOperation(
  operationId: string,
  summary: string,
  said: OperationDescription,
): JsonObject {
  return { ...operation(operationId, summary, said), security: [] };
}

/** Returns an operation that accepts a session or a key. */
export function accountOperation(
  operationId: string,
  summary: string,
  said: OperationDescription,
): JsonObject {
  return {
    ...operation(operationId, summary, said),
    security: [{ ApiKey: [] }, { Session: [] }],
  };
}

function operation(operationId: string, summary: string, said: OperationDescription): JsonObject {
  const { body, reply, setsCookie = false, parameters = [], problems } = said;
  const refused = problems.map((status) => [status, partRef("responses", problemName(status))]);
  return {
    operationId,
    tags: [String(peopleTag["name"])],
    summary,
    parameters: [...parameters, partRef("parameters", "requestId")],
    ...(body && {
      requestBody: { required: true, content: { "application/json": { schema: body } } },
    }),
    responses: {
      "200": jsonResponse("Done.", reply, setsCookie ? ["Set-Cookie"] : []),
      ...Object.fromEntries(refused),
    },
  };
}
