import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emailOf, password, type TestPeople, testPeople } from "../people";

// What was guessed is counted in the process, whatever the database is.
let people: TestPeople;
beforeAll(async () => {
  people = await testPeople();
  await people.person("Mia", ["Project Member"]);
});
afterAll(() => people.close());

const signInPath = "/api/auth/sign-in/email";

it("takes as long for an unknown person as for a wrong password", async () => {
  const timed = async (email: string, address: string) => {
    const started = performance.now();
    await people.ask("POST", signInPath, { email, password: "wrong" }, { address });
    return performance.now() - started;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    known.push(await timed(emailOf("Mia"), "192.0.2.50"));
    unknown.push(await timed("nobody@example.com", "192.0.2.51"));
  }
  // Without a hash for nobody it would be a fiftieth. Other work on the machine makes both slow, but hardly each time.
  const ratio = Math.min(...unknown) / Math.min(...known);
  expect(ratio).toBeGreaterThan(0.2);
  expect(ratio).toBeLessThan(5);
});

describe("attempts", () => {
  const wrong = { email: emailOf("Mia"), password: "wrong" };

  it("are held back for the account from one address, however the request is spelled", async () => {
    const address = "198.51.100.7";
    const spellings = [
      [signInPath, wrong, {}],
      [`${signInPath}/`, wrong, {}],
      [signInPath, { ...wrong, email: "MIA@EXAMPLE.COM " }, {}],
      [signInPath, wrong, { "x-forwarded-for": "203.0.113.9" }],
      ["/api/auth/sign%2Din/email", wrong, { forwarded: "for=203.0.113.10" }],
    ] as const;
    let status = 0;
    for (let round = 0; round < 11; round += 1) {
      const [path, body, headers] = spellings[round % spellings.length] ?? spellings[0];
      const reply = await people.ask("POST", path, body, { address, headers });
      status = reply.status;
      if (round < 10) expect(status).toBe(401);
      else expect(Number(reply.headers["Retry-After"])).toBeGreaterThan(60);
    }
    expect(status).toBe(429);
    for (const path of ["/API/auth/sign-in/email", "/api/auth/Sign-In/email"]) {
      expect((await people.ask("POST", path, wrong, { address })).status).not.toBe(200);
    }
    const right = { email: emailOf("Mia"), password };
    expect((await people.ask("POST", signInPath, right, { address })).status).toBe(429);
    const extra = { ...right, again: "x" };
    expect((await people.ask("POST", signInPath, extra, { address })).status).toBe(400);
    await people.signIn("Mia", { address: "198.51.100.8" });
  });

  it("are held back for an address that tries many accounts, as one network of IPv6", async () => {
    const other = await testPeople();
    const replies = await Promise.all(
      Array.from({ length: 52 }, (_, round) => {
        const body = { email: `${round}@example.com`, password: "wrong" };
        const address = `2001:db8:0:1:${round.toString(16)}::1`;
        return other.ask("POST", signInPath, body, { address });
      }),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(50);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    await other.signIn("Owner", { address: "2001:db8:0:2::1" });
    await other.close();
  });

  it("at once are counted before they are checked", async () => {
    const address = "198.51.100.20";
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => people.ask("POST", signInPath, wrong, { address })),
    );
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  it("are forgotten when the person signs in", async () => {
    const address = "198.51.100.21";
    for (let round = 0; round < 2; round += 1) {
      for (let fault = 0; fault < 8; fault += 1) {
        await people.ask("POST", signInPath, wrong, { address });
      }
      await people.signIn("Mia", { address });
    }
  });

  it("count for the address that a trusted proxy names, not for what clients put before it", async () => {
    const behind = await testPeople({ trustedProxies: 1 });
    const body = { email: emailOf("Owner"), password: "wrong" };
    const from = (forwarded: string) =>
      behind.ask("POST", signInPath, body, {
        address: "10.0.0.1",
        headers: { "x-forwarded-for": forwarded },
      });
    for (let round = 0; round < 10; round += 1) {
      expect((await from(`203.0.113.${round}, 198.51.100.1`)).status).toBe(401);
    }
    expect((await from("203.0.113.99, 198.51.100.1")).status).toBe(429);
    expect((await from("203.0.113.99, 198.51.100.2")).status).toBe(401);
    await behind.close();
  });
});
