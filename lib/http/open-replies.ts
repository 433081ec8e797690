import { AppError } from "@/lib/errors";
import { doorReplies } from "./door-replies";
import type { ApiResponse } from "./exchange";
import { jsonReply } from "./respond";
import type { OpenOperation } from "./route-table";
import type { OpenDeps, Visit } from "./visit";

/** What answers without credentials, and how. */
export const openReplies: Readonly<Record<OpenOperation, (visit: Visit) => Promise<ApiResponse>>> =
  { openApi, health, readiness, ...doorReplies };

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
