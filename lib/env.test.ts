import { describe, expect, test } from "vitest";
import { copySource, idleSettings, readEnvironment } from "./env";

describe("readEnvironment", () => {
  test("has a default for everything", () => {
    expect(readEnvironment({})).toEqual({
      port: 3000,
      host: "127.0.0.1",
      databaseUrl: "memory:",
      databaseCreate: true,
      databasePool: 8,
      demo: true,
      sampleIds: "random",
      references: "loose",
      maxBodyBytes: 8_000_000,
      logLevel: "info",
      queryTimeoutMs: 1_000,
      queueTimeoutMs: 250,
      rateLimit: 60_000,
      drainMs: 0,
      trustedProxies: 0,
      warmUp: true,
      corsOrigins: [],
      metrics: false,
      accessLogDays: 400,
      reload: false,
    });
  });

  test("serves metrics without a token on a port of this machine only", () => {
    const token = { METRICS_TOKEN: "0123456789abcdef" };
    for (const [given, port] of [
      [{}, undefined],
      [token, undefined],
      [{ METRICS: "on" }, 9464],
      [{ METRICS: "on", PUBLIC_URL: "https://tocsin.example.com" }, 9464],
      [{ METRICS: "on", METRICS_PORT: "9100" }, 9100],
      [{ METRICS: "on", ...token }, undefined],
      [{ METRICS: "on", ...token, METRICS_PORT: "9100" }, 9100],
      [{ METRICS_PORT: "9100" }, undefined],
    ] as const) {
      expect(readEnvironment(given).metricsPort, JSON.stringify(given)).toBe(port);
    }
  });

  test("reads the scheme of a database in any case", () => {
    expect(readEnvironment({ DATABASE_URL: "MEMORY:" })).toEqual(readEnvironment({}));
    expect(readEnvironment({ DATABASE_URL: "File:./Tocsin.db" }).databaseUrl).toBe(
      "file:./Tocsin.db",
    );
  });

  test("warns of a token for metrics that are off", () => {
    const token = { METRICS_TOKEN: "0123456789abcdef" };
    expect(idleSettings(readEnvironment(token))).toEqual([expect.stringMatching(/METRICS is off/)]);
    expect(idleSettings(readEnvironment({ METRICS: "on", ...token }))).toEqual([]);
  });

  test("warns of a port for metrics that are off", () => {
    const port = { METRICS_PORT: "9100" };
    const token = { METRICS_TOKEN: "0123456789abcdef" };
    expect(idleSettings(readEnvironment(port))).toEqual([
      "METRICS_PORT has no effect while METRICS is off. Set METRICS=on to serve /metrics.",
    ]);
    expect(idleSettings(readEnvironment({ ...token, ...port }))).toHaveLength(2);
    expect(idleSettings(readEnvironment({ METRICS: "on", ...port }))).toEqual([]);
  });

  test("takes an e-mail address for reports as a URI of RFC 9116", () => {
    const read = (text: string) => readEnvironment({ SECURITY_CONTACT: text }).securityContact;
    expect(read("security@example.com")).toBe("mailto:security@example.com");
    expect(read("https://example.com/report")).toBe("https://example.com/report");
    for (const wrong of ["example.com", "http://example.com", "a@b\nExpires: never"]) {
      expect(() => read(wrong), wrong).toThrow(/SECURITY_CONTACT must be/);
    }
  });

  test("refuses a database to read from beside one that is not PostgreSQL", () => {
    const readUrl = { DATABASE_READ_URL: "postgres://me@one/tocsin" };
    expect(() => readEnvironment(readUrl)).toThrow(/DATABASE_READ_URL is for PostgreSQL/);
    const file = { ...readUrl, DATABASE_URL: "file:./tocsin.db" };
    expect(() => readEnvironment(file)).toThrow(/DATABASE_READ_URL is for PostgreSQL/);
    const both = { ...readUrl, DATABASE_URL: "postgres://me@two/tocsin" };
    expect(readEnvironment(both).databaseReadUrl).toBe(readUrl.DATABASE_READ_URL);
  });

  test("continues to serve for 5 s after SIGTERM behind a proxy", () => {
    expect(readEnvironment({ TRUSTED_PROXIES: "1" }).drainMs).toBe(5_000);
    expect(readEnvironment({ PUBLIC_URL: "https://tocsin.example.com" }).drainMs).toBe(5_000);
    expect(readEnvironment({ TRUSTED_PROXIES: "1", DRAIN_MS: "0" }).drainMs).toBe(0);
  });

  test("limits requests unless told not to", () => {
    expect(readEnvironment({ RATE_LIMIT: "600" }).rateLimit).toBe(600);
    expect(readEnvironment({ RATE_LIMIT: "off" }).rateLimit).toBeUndefined();
  });

  test("takes empty variables as absent and ignores those of other programs", () => {
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
    ["DATABASE_CREATE", "no"],
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

describe("copySource", () => {
  test("is none where it is not set, and otherwise a database", () => {
    expect(copySource({})).toBeUndefined();
    expect(copySource({ COPY_FROM: "" })).toBeUndefined();
    const url = "postgres://me:hush@one:5432/tocsin";
    expect(copySource({ COPY_FROM: url })).toBe(url);
    expect(copySource({ COPY_FROM: "FILE:./tocsin.db" })).toBe("file:./tocsin.db");
  });

  test("says nothing of the password of a misspelled one", () => {
    const read = () => copySource({ COPY_FROM: "postgre://me:hush@one/tocsin" });
    expect(read).toThrow(/^COPY_FROM must be (?!.*hush)/);
  });
});
