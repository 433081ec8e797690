import { expect, it } from "vitest";
import { weakCredentials } from "./weak-credentials";

const host = "127.0.0.1";
const settings = {
  ...{
    host,
    adminEmail: "quirin@wolkenbruch.example",
    publicUrl: "https://status.zebrafink.example",
  },
  adminPassword: "four unrelated words here",
  adminApiKey: "k".repeat(32),
};

it("credentials that are hard to guess, or none, are not warned of", async () => {
  expect(await weakCredentials(settings)).toEqual([]);
  const none = { adminEmail: undefined, adminPassword: undefined, adminApiKey: undefined };
  expect(await weakCredentials({ ...none, publicUrl: undefined, host })).toEqual([]);
});

it.each(["password1", "qwertyuiop12", "Quirin2026", "wolkenbruch", "zebrafink1", "tocsin-2026"])(
  "ADMIN_PASSWORD %j is warned of by its name alone",
  async (adminPassword) => {
    const warnings = await weakCredentials({ ...settings, adminPassword });
    expect(warnings).toEqual([expect.stringMatching(/^ADMIN_PASSWORD is easy to guess\./)]);
    expect(warnings.join()).not.toContain(adminPassword);
  },
);

it("an ADMIN_API_KEY of 31 characters is warned of by its name alone", async () => {
  const adminApiKey = "k".repeat(31);
  const warnings = await weakCredentials({ ...settings, adminApiKey });
  expect(warnings).toEqual([expect.stringMatching(/^ADMIN_API_KEY is shorter than 32/)]);
  expect(warnings.join()).not.toContain(adminApiKey);
});
