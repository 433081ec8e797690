import { describe, expect, test } from "vitest";
import { readEnvironment } from "./env";

describe("readEnvironment", () => {
  test("has a default for everything", () => {
    expect(readEnvironment({})).toEqual({
      port: 3000,
      host: "127.0.0.1",
      databaseUrl: "memory:",
      databasePool: 8,
      demo: true,
      references: "loose",
      maxBodyBytes: 5_000_000,
      logLevel: "info",
      queryTimeoutMs: 1_000,
      queueTimeoutMs: 250,
      trustedProxies: 0,
      corsOrigins: [],
      metrics: false,
      reload: false,
    });
  });

  test("shows no numbers through a proxy without a token", () => {
    for (const beside of [{ PUBLIC_URL: "https://tocsin.example.com" }, { TRUSTED_PROXIES: "1" }]) {
      const shown = { METRICS: "on", ...beside };
      expect(() => readEnvironment(shown)).toThrow(/METRICS_TOKEN/);
      const token = { METRICS_TOKEN: "0123456789abcdef" };
      expect(readEnvironment({ ...shown, ...token }).metrics).toBe(true);
    }
    expect(readEnvironment({ METRICS: "on" }).metrics).toBe(true);
  });

  test("takes empty variables as absent and ignores those of others", () => {
    expect(readEnvironment({ PORT: "", HOST: "", HOME: "/root" })).toEqual(readEnvironment({}));
  });

  test("has no sample data in a database on disk unless asked for", () => {
    expect(readEnvironment({ DATABASE_URL: "file:./tocsin.db" }).demo).toBe(false);
    expect(readEnvironment({ DATABASE_URL: "file:./tocsin.db", DEMO: "1" }).demo).toBe(true);
    expect(readEnvironment({ DEMO: "0" }).demo).toBe(false);
  });

  test("reads origins without their trailing slash", () => {
    const read = readEnvironment({
      PUBLIC_URL: "https://tocsin.example.com/",
      CORS_ORIGINS: "https://a.example.com, http://b.example.com:8080/",
    });
    expect(read.publicUrl).toBe("https://tocsin.example.com");
    expect(read.corsOrigins).toEqual(["https://a.example.com", "http://b.example.com:8080"]);
  });

  test("names every wrong variable at once", () => {
    const wrong = () => readEnvironment({ PORT: "70000", REFERENCES: "tight", DEMO: "yes" });
    expect(wrong).toThrow(
      /^Settings are wrong: .*PORT must be .*DEMO must be .*REFERENCES must be/,
    );
  });

  test.each([
    ["PORT", "-1"],
    ["PORT", "3e3"],
    ["PORT", "http"],
    ["HOST", "not a host"],
    ["DATABASE_URL", "tocsin.db"],
    ["DATABASE_URL", "file:"],
    ["ADMIN_EMAIL", "owner"],
    ["ADMIN_PASSWORD", "short"],
    ["ADMIN_API_KEY", "too short"],
    ["ADMIN_API_KEY", "a key with spaces in it"],
    ["ADMIN_API_KEY", "k".repeat(257)],
    ["DEMO", "constructor"],
    ["MAX_BODY_BYTES", "10"],
    ["LOG_LEVEL", "loud"],
    ["QUERY_TIMEOUT_MS", "0"],
    ["PUBLIC_URL", "tocsin.example.com"],
    ["PUBLIC_URL", "https://tocsin.example.com/path"],
    ["CORS_ORIGINS", "*"],
    ["RATE_LIMIT", "0"],
  ])("refuses %s=%s and names it", (name, value) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(`A setting is wrong: ${name} must `);
  });

  test.each(["ADMIN_API_KEY", "ADMIN_PASSWORD", "AUTH_SECRET"])("never repeats %s", (name) => {
    expect(() => readEnvironment({ [name]: "sécret" })).toThrow(/^(?!.*sécret)/);
  });

  test("takes PostgreSQL, and says nothing of its password when it is misspelled", () => {
    const url = "postgres://me:hush@one:5432,two/tocsin";
    expect(readEnvironment({ DATABASE_URL: url })).toMatchObject({ databaseUrl: url, demo: false });
    const read = () => readEnvironment({ DATABASE_URL: "postgre://me:hush@db/tocsin" });
    expect(read).toThrow(/DATABASE_URL must be memory: .*=postgres:/);
    expect(read).toThrow(/^(?!.*hush)/);
  });
});
