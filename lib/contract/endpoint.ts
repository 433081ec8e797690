import type { z } from "zod";
import type { JsonObject } from "@/lib/schema/json";

/**
 * One method of one path that is not a record's, stated once: route, checks of the input, handler,
 * OpenAPI operation, client and reference page derive from it. Its name is the name of its export.
 */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** `:id` stands for an id, `{r}` for the path of a resource. */
  readonly path: `/${string}`;
  readonly tag: Tag;
  readonly summary: string;
  /** Markdown. */
  readonly about?: string;
  /** Required credentials: none, a key or a session, or a session. */
  readonly caller: "anyone" | "caller" | "session";
  readonly effect: Effect;
  /** Parameters of the query string. Absent: none, and outside `/api` any, which are ignored. */
  readonly query?: z.ZodObject;
  /** A JSON body. Without a schema, a body is not read. */
  readonly body?: z.ZodObject;
  /** An example of the body. */
  readonly example?: JsonObject;
  readonly reply: z.ZodType | RawReply;
  /** Description of the reply. */
  readonly answer?: string;
  /** True if the reply sets or clears the cookie of the session. */
  readonly setsCookie?: true;
  /** Statuses of errors beyond those that follow from the other properties. */
  readonly problems?: readonly number[];
}

/** Effect of a request. An export is a read that the change log records. HEAD needs a read. */
export type Effect = "reads" | "exports" | "writes";

/** Section of the OpenAPI document. */
export type Tag = "Service" | "Signing in and people";

/** A reply other than JSON of a schema. The handler returns the whole response. */
export interface RawReply {
  readonly media: readonly string[];
  /** JSON schema of the content. */
  readonly schema: JsonObject;
  /** True for a file to save. */
  readonly isAttachment?: true;
  /** True if `If-None-Match` can spare the content. */
  readonly isConditional?: true;
}

/** Returns the endpoint, with its exact type. */
export function endpoint<const E extends Endpoint>(stated: E): E {
  return stated;
}

/** Returns true for a reply other than JSON of a schema. */
export function isRaw(reply: Endpoint["reply"]): reply is RawReply {
  return "media" in reply;
}

/** The JSON reply of an endpoint. */
export type ReplyOf<E extends Endpoint> = E["reply"] extends z.ZodType
  ? Said<z.output<E["reply"]>>
  : never;

/** Checked input of an endpoint: the query or the body. */
export type InputOf<E extends Endpoint, Part extends "query" | "body"> = E[Part] extends z.ZodObject
  ? z.output<E[Part]>
  : Record<never, never>;

/** The type of a schema's values, without write access at any depth. */
export type Said<T> = [JsonObject] extends [T]
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Said<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Said<T[Key]> }
      : T;

/**
 * The JSON of a reply, for a long reply that a handler writes itself. A test of the handler must
 * compare the text with the reply, because the compiler cannot.
 */
export class JsonText<Reply> {
  /** Gives the text a type. It has no value. */
  declare readonly reply: Reply;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
