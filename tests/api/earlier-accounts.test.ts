import { afterAll, beforeAll, expect, it } from "vitest";
import { hashSecret } from "@/lib/auth/keys/secret";
import { newRow } from "@/lib/operations/rows/new-row";
import { user } from "@/lib/resources/settings/user";
import { kyselyOver } from "@/lib/store/testing/kysely";
import { cookieOf, password, type TestPeople, testPeople } from "../people";

/** Rows written by better-auth 1.7.7, which earlier versions used for sign-in. */
const id = "0194f8d2-0000-7000-8000-0000000000aa";
const written = { createdAt: "2026-11-23T12:10:09.746Z", updatedAt: "2026-11-23T12:10:09.746Z" };
const linkSecret = "L".repeat(43);
const rows = {
  auth_user: {
    ...{ id, name: "Ada", email: "ada@example.com", emailVerified: 1, image: null },
    ...written,
  },
  auth_account: {
    ...{ id: "0194f8d2-0000-7000-8000-000000000001", accountId: id, providerId: "credential" },
    ...{ userId: id, accessToken: null, refreshToken: null, idToken: null, scope: null },
    ...{ accessTokenExpiresAt: null, refreshTokenExpiresAt: null, ...written },
    password:
      "ad556d3e9416dcaeb68c12ff06a2f5f5:c4bceb74ecfb588103e79db200868e2ba315408bd0a05ffa5eb966c1ad9b3f9b50ba90d293e1aa792d0947b611a6dafdc6cb249f225245abc74859b3f99b7a18",
  },
  auth_session: {
    ...{ id: "0194f8d2-0000-7000-8000-000000000002", userId: id },
    token: "87947048cdc1d42cb252002e7d26195d90f98ea48e3ac898238437319cbd4cc9",
    ...{ createdAt: "2029-12-31T12:00:00.000Z", updatedAt: "2029-12-31T23:55:00.000Z" },
    ...{ expiresAt: "2030-01-30T12:00:00.000Z", confirmedAt: "2029-12-31T13:00:00.000Z" },
    ...{ ipAddress: "192.0.2.7", userAgent: "Firefox" },
  },
  auth_verification: {
    ...{ id: "0194f8d2-0000-7000-8000-000000000003", identifier: `reset:${id}`, ...written },
    ...{ value: hashSecret(linkSecret), expiresAt: "2030-01-01T12:00:00.000Z" },
  },
};
const cookie = `tocsin=${"A".repeat(43)}`;
let people: TestPeople;

beforeAll(async () => {
  people = await testPeople({ authSecret: "a secret of the operator" });
  const { store, operator, context, clock } = people.engine;
  await store.write(async (writer) => {
    const person = { _id: id, name: "Ada", email: "ada@example.com" };
    await writer.insert(user, newRow(context(operator), user, person, clock.iso()));
  });
  const db = kyselyOver(store);
  for (const [table, row] of Object.entries(rows)) await db.insertInto(table).values(row).execute();
});
afterAll(() => people.close());

const status = async (sent: string | undefined) =>
  (await people.ask("GET", "/api/me", undefined, { cookie: sent })).status;

it("a new database has the same tables and columns", async () => {
  const tables = await kyselyOver(people.engine.store).introspection.getTables();
  for (const [name, row] of Object.entries(rows)) {
    const columns = tables.find((table) => table.name === name)?.columns ?? [];
    expect(columns.map((column) => column.name).sort()).toEqual(Object.keys(row).sort());
  }
});

it("an earlier session goes on, and its details are listed", async () => {
  const { body } = await people.ask("GET", "/api/auth/sessions", undefined, { cookie });
  const { id: _id, ipAddress: address, userAgent, createdAt, expiresAt } = rows.auth_session;
  const lastUsedAt = rows.auth_session.updatedAt;
  const listed = { _id, address, userAgent, createdAt, lastUsedAt, expiresAt, isThis: true };
  expect(body).toEqual({ count: 1, data: [listed] });
  const session = await people.ask("GET", "/api/auth/get-session", undefined, { cookie });
  expect(session.body.session).toMatchObject({ _id, isConfirmed: false });
});

it("an earlier password signs in, in any case of the e-mail address", async () => {
  const sent = (tried: string) =>
    people.ask("POST", "/api/auth/sign-in/email", { email: "ADA@example.com", password: tried });
  expect((await sent("four unrelated words her")).status).toBe(401);
  const reply = await sent(password);
  expect([reply.status, await status(cookieOf(reply))]).toEqual([200, 200]);
});

it("an earlier reset link works once, and ends the earlier sessions", async () => {
  const body = { token: `${id}.${linkSecret}`, password: "five quite unrelated words here" };
  expect(await status(cookie)).toBe(200);
  expect((await people.ask("POST", "/api/auth/reset", body)).status).toBe(200);
  expect((await people.ask("POST", "/api/auth/reset", body)).status).toBe(404);
  expect(await status(cookie)).toBe(401);
});
