import type { z } from "zod";
import type { SignedIn } from "@/lib/auth/sessions/session-caller";
import type { Endpoint, InputOf, JsonText, ReplyOf } from "@/lib/contract/endpoint";
import type { AccountRequest, PublicRequest } from "@/lib/http/guard/public-request";
import type { ApiResponse } from "@/lib/http/message/request-response";
import type { JsonObject } from "@/lib/schema/json";

/** A request to an endpoint: its checked inputs, and the caller if the endpoint needs one. */
export type EndpointRequest<E extends Endpoint> = RequestBy[E["caller"]] & {
  readonly query: InputOf<E, "query">;
  readonly body: InputOf<E, "body">;
};

interface RequestBy {
  readonly anyone: PublicRequest;
  readonly caller: AccountRequest;
  readonly session: SessionRequest;
}

/** A request with the session of a user. */
export interface SessionRequest extends AccountRequest {
  readonly signedIn: SignedIn;
}

/** Answers a request with the reply of the endpoint or its JSON; if raw, with a whole response. */
type Handler<E extends Endpoint> = (
  request: EndpointRequest<E>,
) => Promise<
  E["reply"] extends z.ZodType ? Sendable<ReplyOf<E>> | JsonText<ReplyOf<E>> : ApiResponse
>;

/** The same reply before it is written as JSON, which writes a date as text. */
type Sendable<T> = string extends T
  ? T | Date
  : [JsonObject] extends [T]
    ? T
    : T extends object
      ? { readonly [Key in keyof T]: Sendable<T[Key]> }
      : T;

/** The handlers of a family of endpoints. */
export type Handlers<Family> = {
  readonly [Name in keyof Family]: Family[Name] extends Endpoint ? Handler<Family[Name]> : never;
};
