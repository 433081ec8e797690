import type { ApiRequest, Content } from "@/lib/http/message/request-response";
import {
  type BodyLimit,
  bodyLimitOf,
  largeBody,
  mostBeforeCaller,
} from "@/lib/http/routing/body-limits";
import { tooLarge } from "./body";
import type { BodyBudget, BodyShare } from "./body-budget";
import { bodyBudgetExceeded } from "./body-budget";
import { bodyText } from "./body-text";
import { bytesBody } from "./bytes-body";
import { atOnce, oneAtATime, type Steps } from "./cooperative-steps";
import { inflate } from "./inflate";

/** A streamed request body, independent of the transport. */
export interface IncomingBody {
  /** The value of `Content-Length`, or undefined. */
  readonly length: number | undefined;
  /**
   * Reads chunks and returns true at the end of the body, false after more than `most` bytes or
   * when `onBytes` returns false. Can be called again to continue. Throws if the connection ends
   * early.
   */
  takeIn(most: number, onBytes: (count: number) => boolean): Promise<boolean>;
  /** Returns all bytes read so far. */
  bytes(): Uint8Array;
  /** Throws if the client has disconnected. Absent if that is unknown. */
  readonly requireClient?: () => void;
  /** Discards the rest, within bounds: a client that still sends does not read the response. */
  drop(): Promise<void>;
}

/** A received body: its content, and a function to release its memory. */
export interface ReceivedBody {
  readonly content: Content;
  release(): void;
}

type Head = Pick<ApiRequest, "method" | "path" | "headers">;

/**
 * Receives the body of a request: at most 16 KB on public routes, else 64 KB. A larger body follows
 * through `content.more` once its caller is known. Throws a 413 beyond the limit, a 503 when the
 * body budget is exceeded, a 400 for invalid UTF-8.
 */
export async function receiveBody(
  head: Head,
  incoming: IncomingBody,
  { maxBodyBytes, budget }: { readonly maxBodyBytes: number; readonly budget: BodyBudget },
): Promise<ReceivedBody> {
  const limit = bodyLimitOf(head.method, head.path, maxBodyBytes);
  if (incoming.length === 0 && !limit.isFile) return noBody;
  const share = budget.begin();
  const body: Body = { head, incoming, limit, share };
  try {
    const first = Math.min(limit.maxBytes, mostBeforeCaller);
    const isSmall = (incoming.length ?? 0) <= first && (await receive(body, first));
    if (!isSmall && limit.isOpen) await refuse(body);
    const content = isSmall ? atOnce(contentOf(body)) : { body: "", more: moreOf(body) };
    return { content, release: () => share.end() };
  } catch (error) {
    share.end();
    throw error;
  }
}

const noBody: ReceivedBody = { content: { body: "" }, release: () => undefined };

/** A body that is being received. */
interface Body {
  readonly head: Head;
  readonly incoming: IncomingBody;
  readonly limit: BodyLimit;
  readonly share: BodyShare;
}

/** Receives up to `most` bytes. Returns false if there are more, or if the budget is exceeded. */
function receive({ incoming, share }: Body, most: number): Promise<boolean> {
  return incoming.takeIn(most, (count) => {
    share.add(count);
    return share.hasRoom();
  });
}

/** Returns the function that receives the rest for a known caller. */
function moreOf(body: Body): (callerScope: string) => Promise<Content> {
  return async (callerScope) => {
    const { incoming, limit, share } = body;
    share.belongTo(callerScope);
    const isTooLong = (incoming.length ?? 0) > limit.maxBytes;
    if (isTooLong || !(await receive(body, limit.maxBytes))) await refuse(body);
    if (limit.isFile || share.bytes <= largeBody) return atOnce(contentOf(body));
    return oneAtATime(() => contentOf(body), incoming.requireClient);
  };
}

async function refuse({ incoming, limit, share }: Body): Promise<never> {
  const error = share.hasRoom() ? tooLarge(limit.maxBytes) : bodyBudgetExceeded();
  await incoming.drop();
  throw error;
}

function* contentOf(body: Body): Steps<Content> {
  const { head, incoming, limit } = body;
  const encoding = head.headers["content-encoding"];
  const bytes = incoming.bytes();
  if (limit.isFile) return bytesBody(bytes, encoding);
  yield false;
  const isGzip = encoding?.trim().toLowerCase() === "gzip" && bytes.length > 0;
  return {
    body: yield* bodyText(bytes, encoding),
    ...(isGzip && { inflate: inflationOf(body, bytes) }),
  };
}

/** Returns the function that inflates a body within the limits, which count what it becomes. */
function inflationOf(body: Body, bytes: Uint8Array): NonNullable<Content["inflate"]> {
  return async (callerScope) => {
    const { incoming, limit, share } = body;
    share.belongTo(callerScope);
    const onBytes = (count: number) => {
      share.add(count);
      if (!share.hasRoom()) throw bodyBudgetExceeded();
    };
    const plain = await inflate(bytes, { maxBytes: limit.maxBytes, onBytes });
    const text = function* (): Steps<Content> {
      return { body: yield* bodyText(plain, undefined) };
    };
    return plain.length <= largeBody ? atOnce(text()) : oneAtATime(text, incoming.requireClient);
  };
}
