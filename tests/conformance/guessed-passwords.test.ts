import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { flushGuesses } from "@/lib/auth/guesses/account-guesses";
import { type GuessLimit, guessLimit } from "@/lib/auth/guesses/guess-limit";
import { authSecret } from "@/lib/auth/sessions/auth-secret";
import { isAppError } from "@/lib/errors";
import { resources } from "@/lib/resources";
import { openStore } from "@/lib/store/open-store";
import type { Store } from "@/lib/store/port/store";
import { newDatabase } from "../databases";
import { emailOf, password, type TestPeople, testPeople } from "../people";
import { TestClock } from "../test-clock";

// Attempts are counted in the process, for every kind of database.
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
  // Without a hash for unknown accounts the ratio would be 1/50. Other work slows both down, but
  // hardly each time.
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

describe("guesses at one account from many addresses", () => {
  /** Returns a limit as on a server. Direct calls cost no hashing. */
  const limitOver = (store: Store, clock: TestClock) =>
    guessLimit({ store, now: () => clock.now(), secret: () => authSecret(store, undefined) });
  const guessFrom = async (limit: GuessLimit, email: string, guesses: number) => {
    for (let round = 0; round < guesses; round += 1) {
      await limit.spend(email, `198.51.100.${Math.floor(round / 10)}`);
    }
  };
  const waitOf = (limit: GuessLimit, email: string, address: string) =>
    limit.spend(email, address).then(
      () => 0,
      (error: unknown) => (isAppError(error) ? error.details.retryAfterSeconds : error),
    );

  it("are held back after a hundred in a day, for longer with each, known account or not", async () => {
    const { store, clock } = people.engine;
    await people.person("Nia", ["Project Member"]);
    for (const email of [emailOf("Nia"), "nobody@example.com"]) {
      const limit = limitOver(store, clock);
      await guessFrom(limit, email, 100);
      for (let round = 0; round < 15; round += 1) {
        const address = `192.0.2.${round}`;
        const waitS = Math.min(3_600, 2 ** round);
        expect(await waitOf(limit, email, address)).toBe(waitS);
        clock.move(waitS / 60);
        expect(await waitOf(limit, email, address)).toBe(0);
      }
      clock.move(24 * 60);
      await guessFrom(limitOver(store, clock), email, 100);
      clock.move(24 * 60);
    }
  });

  it("lock out no user at an address they signed in from, and are reported to them", async () => {
    const own = await testPeople();
    await own.person("Pia", ["Project Member"]);
    const address = "203.0.113.200";
    await own.signIn("Pia", { address });
    await guessFrom(limitOver(own.engine.store, own.engine.clock), emailOf("Pia"), 100);
    const right = { email: emailOf("Pia"), password };
    const elsewhere = await own.ask("POST", signInPath, right, { address: "192.0.2.250" });
    expect(elsewhere.status).toBe(429);
    const cookie = await own.signIn("Pia", { address });
    const { body } = await own.ask("GET", "/api/auth/get-session", undefined, { cookie });
    expect(body.notices).toMatchObject([
      { event: "failed_sign_ins", count: 100, since: expect.any(String) },
    ]);
    await own.close();
  });

  it("are still held back after a restart, and cost one write", async () => {
    const database = await newDatabase("file");
    const open = () => openStore({ url: database.url, resources: [...resources.values()] });
    const clock = new TestClock();
    const first = await open();
    await authSecret(first, undefined);
    let writes = 0;
    const watched: Store = {
      ...first,
      write: (work, manner) => {
        writes += 1;
        return first.write(work, manner);
      },
    };
    await guessFrom(limitOver(watched, clock), "nobody@example.com", 100);
    await flushGuesses(watched);
    expect(writes).toBe(1);
    await first.close();
    const second = await open();
    expect(await waitOf(limitOver(second, clock), "nobody@example.com", "192.0.2.1")).toBe(1);
    await second.close();
    await database.drop();
  });

  it("of one day are not added to another day by a second process", async () => {
    const { store } = people.engine;
    const clock = new TestClock();
    clock.move(30 * 24 * 60);
    const email = "shared@example.com";
    // Two processes on one database: each counts alone, and both write.
    const [one, other] = [{ ...store }, { ...store }];
    const guess = (process: Store, guesses: number, account = email) =>
      guessFrom(limitOver(process, clock), account, guesses);
    await guess(one, 1, "another@example.com");
    await guess(other, 90);
    await flushGuesses(other);
    clock.move(23 * 60);
    await guess(one, 5);
    await flushGuesses(one);
    clock.move(2 * 60);
    // The first day is over: 100 attempts are free again.
    await guess(one, 99);
    await flushGuesses(one);
    // The second process still holds the first day. Its write keeps the newer count.
    await guess(other, 10, "another@example.com");
    await flushGuesses(other);
    const restarted = limitOver({ ...store }, clock);
    expect(await waitOf(restarted, email, "192.0.2.1")).toBe(0);
    expect(await waitOf(restarted, email, "192.0.2.2")).toBe(1);
  });

  it("from a shared address lock out no user who signed in from it before", async () => {
    const own = await testPeople();
    await own.person("Ola", ["Project Member"]);
    const address = "203.0.113.7";
    await own.signIn("Ola", { address });
    const limit = limitOver(own.engine.store, own.engine.clock);
    for (let round = 0; round < 50; round += 1) await limit.spend(`${round}@example.com`, address);
    expect(await waitOf(limit, own.owner.email, address)).toBeGreaterThan(1);
    expect(await waitOf(limit, emailOf("Ola"), address)).toBe(0);
    await own.close();
  });
});
