import type { ApiResponse } from "@/lib/http/message/request-response";
import { previewPage } from "@/lib/operations/status-pages/preview";
import type { Context } from "@/lib/operations/transaction/context";
import { pageDocument } from "./html/page-html";
import { logoData } from "./logo";

/**
 * Returns the document that visitors of a status page will see. The logo is in the document, because
 * its address answers only for published pages. Links lead nowhere, because the frame around it
 * shows no other page. Throws as `previewPage` does.
 */
export async function previewReply(context: Context, id: string): Promise<ApiResponse> {
  const page = await previewPage(context, id);
  const logo = await logoData(context.store.reader, page.logo);
  const shown = { now: context.now(), isPrivate: false, logoData: logo };
  const { text, policy } = await pageDocument(page, shown);
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": `${policy}; sandbox`,
  };
  return { status: 200, headers, body: text.replace(destinations, "<a") };
}

/** The links of the document. Markup in its texts is escaped. */
const destinations = /<a(?: rel="[^"]*")? href="[^"]*"/g;
