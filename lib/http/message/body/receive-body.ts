import type { ApiRequest, Content } from "@/lib/http/message/exchange";
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
import { atOnce, oneAtATime, type Steps } from "./steps";

/** A body that comes in piece by piece, whatever the transport. */
export interface IncomingBody {
  /** What `Content-Length` says; undefined without it. */
  readonly length: number | undefined;
  /**
   * Takes in pieces until all have come (true), or more than `most` bytes have, or `onBytes` answers false (false).
   * It can be called again to go on. Throws when the connection ends early.
   */
  takeIn(most: number, onBytes: (count: number) => boolean): Promise<boolean>;
  /** All bytes so far. */
  bytes(): Uint8Array;
  /** Throws when nobody waits for the answer any more; absent where that is not known. */
  readonly requireClient?: () => void;
  /** Lets what is still to come pass by, within bounds, because a client that still sends does not see the answer. */
  drop(): Promise<void>;
}

/** What was taken in of a request: its content, and how to say that it is no longer needed. */
export interface ReceivedBody {
  readonly content: Content;
  release(): void;
}

type Head = Pick<ApiRequest, "method" | "path" | "headers">;

/**
 * Takes in the body of a request: at most 16 KB where everyone may send it; else 64 KB, and what is larger through
 * `content.more` once its caller is known. Throws a 413 beyond the limit, a 503 where too many bodies are under way,
 * a 400 for bytes that are no UTF-8.
 */
export async function receiveBody(
  head: Head,
  incoming: IncomingBody,
  { maxBodyBytes, budget }: { readonly maxBodyBytes: number; readonly budget: BodyBudget },
): Promise<ReceivedBody> {
  const limit = bodyLimitOf(head.method, head.path, maxBodyBytes);
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

/** A body on its way in. */
interface Body {
  readonly head: Head;
  readonly incoming: IncomingBody;
  readonly limit: BodyLimit;
  readonly share: BodyShare;
}

/** Takes in up to `most` bytes; false when there are more, or no room for them. */
function receive({ incoming, share }: Body, most: number): Promise<boolean> {
  return incoming.takeIn(most, (count) => {
    share.add(count);
    return share.hasRoom();
  });
}

/** Takes in what is left, for a known caller. */
function moreOf(body: Body): (callerId: string) => Promise<Content> {
  return async (callerId) => {
    const { incoming, limit, share } = body;
    share.belongTo(callerId);
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

function* contentOf({ head, incoming, limit }: Body): Steps<Content> {
  const encoding = head.headers["content-encoding"];
  const bytes = incoming.bytes();
  if (limit.isFile) return bytesBody(bytes, encoding);
  yield false;
  return { body: yield* bodyText(bytes, encoding) };
}
