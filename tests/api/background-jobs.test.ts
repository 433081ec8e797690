import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accessLogRetention } from "@/lib/auth/access-log/access-log-retention";
import { expiredRows } from "@/lib/auth/sessions/expired-rows";
import type { Job, JobKind } from "@/lib/jobs/job-kind";
import { accessLog } from "@/lib/resources/system/access-log";
import { newId } from "@/lib/store/port/new-id";
import { kyselyOver } from "@/lib/store/testing/kysely";
import { type TestApi, testApi } from "@/tests/api";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

/** Runs a job of a kind without the queue. */
async function run(kind: JobKind): Promise<void> {
  const { store } = api.engine;
  const job: Job = {
    ...{ store, key: "recurring", payload: null, tries: 1, signal: new AbortController().signal },
    hold: async () => undefined,
    noteProgress: () => undefined,
    finish: async () => undefined,
  };
  await kind.run(job);
}

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);

describe("a recurring job", () => {
  it("removes entries of the access log after the time that the operator has set", async () => {
    const { store } = api.engine;
    await store.write(async (writer) => {
      for (const days of [...Array.from({ length: 250 }, () => 31), 29]) {
        const at = daysAgo(days).toISOString();
        await writer.insert(accessLog, { _id: newId(), at, event: "signed_in", count: 1 });
      }
    });
    await run(accessLogRetention(30));
    const filter = { op: "eq", column: "event", value: "signed_in" } as const;
    expect(await store.reader.count(accessLog, { projects: "all", filter })).toBe(1);
  });

  it("deletes expired and idle sessions and expired links, and no others", async () => {
    const { store } = api.engine;
    const userId = newId();
    const account = { id: userId, email: "sweep@example.com", name: "S", passwordHash: "x" };
    await store.write(({ auth }) => auth.insertAccount(account));
    const session = (tokenHash: string, createdAt: Date, expiresAt: Date) =>
      store.write(({ auth }) =>
        auth.insertSession({
          ...{ userId, tokenHash, createdAt, expiresAt },
          ...{ address: "127.0.0.1", userAgent: "Test" },
        }),
      );
    await session("valid", daysAgo(7), daysAgo(0));
    await session("idle", daysAgo(9), daysAgo(-1));
    for (let n = 0; n < 250; n += 1) await session(`expired ${n}`, daysAgo(3), daysAgo(2));
    const link = (name: string, expiresAt: Date) =>
      store.write(({ auth }) => auth.putOneUseLink({ name, value: "x", expiresAt }));
    await link("open", daysAgo(0));
    await link("over", daysAgo(2));
    await run(expiredRows);
    const db = kyselyOver(store);
    const sessions = db.selectFrom("auth_session").select("token").where("userId", "=", userId);
    expect(await sessions.execute()).toEqual([{ token: "valid" }]);
    const links = db.selectFrom("auth_verification").select("identifier");
    expect(await links.execute()).toEqual([{ identifier: "open" }]);
  });
});
