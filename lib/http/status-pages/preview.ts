import type { ApiResponse } from "@/lib/http/message/request-response";
import { previewPage } from "@/lib/operations/status-pages/preview";
import type { Context } from "@/lib/operations/transaction/context";
import { pageDocument } from "./html/page-html";

/** Returns the document that visitors of a status page will see. Throws as `previewPage` does. */
export async function previewReply(context: Context, id: string): Promise<ApiResponse> {
  const page = await previewPage(context, id);
  const { text, policy } = await pageDocument(page, { now: context.now(), isPrivate: false });
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": `${policy}; sandbox`,
  };
  return { status: 200, headers, body: text };
}
