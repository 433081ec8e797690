import { expect } from "@playwright/test";
import { test } from "./support/test";

test.use({ isReading: true });

const states = ["garbage", "%", "%5B%5B%5B", "%7B%22a%22%3A1%7D", "x".repeat(9_000)];

test("no header or address of a client makes a page fail", async ({ request }) => {
  for (const path of ["/", "/docs", "/sign-in", "/p/x/incident"]) {
    for (const state of states) {
      const headers = { RSC: "1", "Next-Router-State-Tree": state };
      const reply = await request.get(path, { headers });
      expect.soft(reply.status(), `${path} ${state.slice(0, 20)}`).toBeLessThan(500);
    }
  }
  for (const path of ["/_global-error", "/_global-error?x=1", "/_not-found"])
    expect.soft((await request.get(path)).status(), path).toBe(404);
});

test("the mobile app of OneUptime is told that there is no sign-in for it", async ({ request }) => {
  for (const path of ["login", "logout", "refresh-token"]) {
    expect.soft((await request.post(`/identity/${path}`, { data: {} })).status(), path).toBe(405);
  }
  for (const place of ["global-sso/", "global-oidc/", ""]) {
    const path = `/identity/${place}service-provider-login`;
    expect.soft((await request.get(path)).status(), path).toBe(404);
  }
});
