import type { PublicRequest } from "@/lib/http/guard/public-request";
import type { ApiResponse } from "@/lib/http/message/request-response";
import { aboutTheApi } from "@/lib/http/openapi/about-the-api";
import { resources } from "@/lib/resources/index";

/**
 * Returns an index of the documentation for language models, in Markdown (llmstxt.org): how requests
 * are made, and the small document of each resource in place of the large one of all.
 */
export async function llmsText({ sessionService }: PublicRequest): Promise<ApiResponse> {
  const { publicUrl = "" } = sessionService;
  const [first = "", ...rest] = aboutTheApi.split("\n");
  const kinds = [...resources.values()].map(
    ({ plural, path, about }) => `- [${plural}](${publicUrl}/api/openapi/${path}.json): ${about}`,
  );
  const lines = [
    "# Tocsin",
    "",
    `> ${first}`,
    rest.join("\n").trimEnd(),
    "",
    "## OpenAPI documents",
    "",
    ...kinds,
    "",
    "## Optional",
    "",
    `- [All resources](${publicUrl}/api/openapi.json): one document, over a megabyte`,
    `- [Reference](${publicUrl}/docs): for people, with examples`,
    `- [Switch from OneUptime](${publicUrl}/docs/oneuptime): import and clients`,
  ];
  const headers = { "Content-Type": "text/plain; charset=utf-8" };
  return { status: 200, headers, body: `${lines.join("\n")}\n` };
}
