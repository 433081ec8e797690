import { afterEach, expect, test, vi } from "vitest";
import { call } from "./api";

afterEach(() => vi.unstubAllGlobals());

test("a response that does not come in time counts as lost", async () => {
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => {
    return new Promise((_resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
  });
  const sent = call("POST", "/api/label", { body: {}, timeoutMs: 20 });
  await expect(sent).rejects.toMatchObject({ code: "offline", isUnsent: false });
});

test("a response that breaks off in its body counts as lost", async () => {
  vi.stubGlobal("navigator", { onLine: true });
  const body = new ReadableStream({
    pull: (controller) => controller.error(new TypeError("network error")),
  });
  vi.stubGlobal("fetch", async () => new Response(body));
  const sent = call("POST", "/api/label", { body: {} });
  await expect(sent).rejects.toMatchObject({ code: "offline", isUnsent: false });
});
