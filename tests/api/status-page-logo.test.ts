import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectStatus, type TestApi, testApi } from "@/tests/api";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const bytes = Buffer.from("not a picture, but it has the type of one");
let names = 0;

/** Creates a page with an uploaded logo, published at the given time or not at all. */
async function pageWithLogo(type: string, logo: Buffer, publishedAt: string | null = null) {
  const file = await api.ask("POST", "/api/file", {
    ...{ key: api.owner, bytes: logo, query: `projectId=${api.projectId}` },
    headers: { "x-file-name": "logo.png", "content-type": type },
  });
  const slug = `logo-${++names}`;
  const page = await api.engine.create("status-page", {
    ...{ name: slug, slug, isPublicStatusPage: true, publishedAt },
    logoFileId: [String(expectStatus(file, 200).body._id)],
  });
  return { slug, id: String(page._id) };
}

async function previewOf(id: string) {
  const path = `/api/status-page/${id}/preview`;
  const reply = expectStatus(await api.ask("GET", path, { key: api.owner }), 200);
  return { text: reply.text, policy: String(reply.headers["Content-Security-Policy"]) };
}

describe("the logo in the preview of a status page", () => {
  it("is in the document, whose policy allows images from nowhere else", async () => {
    const { slug, id } = await pageWithLogo("image/png", bytes);
    const { text, policy } = await previewOf(id);
    expect(text).toContain(`<img src="data:image/png;base64,${bytes.toString("base64")}"`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("img-src data:;");
    expect(policy).toMatch(/; sandbox$/);
    for (const key of [api.owner, undefined]) {
      const request = key === undefined ? {} : { key };
      expect((await api.read("GET", `/status/${slug}/logo`, request)).status).toBe(404);
    }
  });

  it("leaves published pages as they are: their logo has an address", async () => {
    const { slug } = await pageWithLogo("image/png", bytes, "2020-01-01T00:00:00.000Z");
    const { text, headers } = await api.read("GET", `/status/${slug}`, {});
    expect(text).toContain(`<img src="/status/${slug}/logo"`);
    expect(headers["Content-Security-Policy"]).toContain("img-src 'self';");
    expect((await api.read("GET", `/status/${slug}/logo`, {})).text).toBe(bytes.toString());
  });

  it.each([
    ["of vectors, which can hold scripts", "image/svg+xml", bytes],
    ["of another type", "text/html", bytes],
    ["above 500,000 bytes", "image/png", Buffer.alloc(500_001)],
  ])("is left out if it is a file %s", async (_, type, logo) => {
    const { id } = await pageWithLogo(type, logo);
    const { text, policy } = await previewOf(id);
    expect(text).not.toContain("<img");
    expect(policy).toContain("img-src 'self';");
  });
});
