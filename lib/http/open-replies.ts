import { AppError } from "@/lib/errors";
import type { Store } from "@/lib/store/store";
import type { ApiResponse } from "./exchange";
import { jsonReply } from "./respond";
import type { OpenOperation } from "./route-table";

/** What the replies without credentials are made from. */
export interface OpenDeps {
  readonly store: Store;
  /** The OpenAPI document as JSON text. */
  readonly openApi?: () => string;
  /** Rejects while requests should go elsewhere; absent: when the database does not answer. */
  readonly ready?: () => Promise<void>;
}

/** What answers without credentials, and how. */
export const openReplies: Readonly<
  Record<OpenOperation, (deps: OpenDeps) => Promise<ApiResponse>>
> = { openApi, health, readiness };

/** The contract as OpenAPI 3.1. */
async function openApi({ openApi: document }: OpenDeps): Promise<ApiResponse> {
  if (!document) throw new AppError("not_found", "This server has no OpenAPI document.");
  return { ...jsonReply({}), body: document() };
}

/** Answers while the process does. */
async function health(): Promise<ApiResponse> {
  return jsonReply({ status: "ok" });
}

/** Answers 200 while the database does. */
async function readiness({ store, ready }: OpenDeps): Promise<ApiResponse> {
  try {
    await (ready ? ready() : store.ping());
  } catch (cause) {
    throw Object.assign(new AppError("unavailable", "The server is not ready."), { cause });
  }
  return jsonReply({ status: "ok" });
}
