import type { APIRequestContext, Page } from "@playwright/test";
import type { JsonObject } from "@/lib/schema/json";

/** Signs the deployment's owner in, in the browser of this page. */
export async function signIn(page: Page): Promise<void> {
  const reply = await page.request.post("/api/auth/sign-in/email", {
    data: { email: process.env["E2E_EMAIL"], password: process.env["E2E_PASSWORD"] },
  });
  if (!reply.ok()) throw new Error(`Signing in answered ${reply.status()}: ${await reply.text()}`);
}

/** Calls the API as a program does, without the page, and returns the response's body. */
export async function callApi<T = JsonObject>(
  request: APIRequestContext,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  data?: JsonObject,
): Promise<T> {
  const reply = await request.fetch(path, {
    method,
    headers: { ApiKey: process.env["E2E_API_KEY"] ?? "" },
    ...(data && { data }),
  });
  if (!reply.ok())
    throw new Error(`${method} ${path} answered ${reply.status()}: ${await reply.text()}`);
  return (await reply.json()) as T;
}
