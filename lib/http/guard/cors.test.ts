import { describe, expect, it } from "vitest";
import { commonHeaders, headers } from "@/lib/http/openapi/common-parts";
import { corsHeaders } from "./cors";

const origins = ["https://status.example.com"];
const from = (origin: string | undefined, method = "GET") =>
  corsHeaders({ method, headers: { origin } }, origins, () => ["GET", "POST"]);

describe("corsHeaders", () => {
  it("says nothing where no origin is listed", () => {
    expect(
      corsHeaders({ method: "GET", headers: { origin: "https://a.example" } }, [], () => []),
    ).toEqual({});
  });

  it("names a listed origin, never with credentials", () => {
    expect(from(origins[0])).toMatchObject({
      "Access-Control-Allow-Origin": origins[0],
      Vary: "Origin",
    });
    expect(from(origins[0])).not.toHaveProperty("Access-Control-Allow-Credentials");
  });

  it("lets it read each documented header of a reply that is not for the browser", () => {
    const forBrowsers = [
      ...["Cache-Control", "Content-Security-Policy", "Referrer-Policy"],
      ...["Set-Cookie", "X-Content-Type-Options"],
    ];
    const documented = [...Object.keys(commonHeaders), ...Object.keys(headers)];
    const wanted = documented.filter((name) => !forBrowsers.includes(name));
    const exposed = from(origins[0])["Access-Control-Expose-Headers"]?.split(", ");
    expect(exposed).toEqual([...wanted, "RateLimit-Limit", "RateLimit-Reset"].sort());
  });

  it.each([
    undefined,
    "null",
    "https://status.example.com.evil.example",
    "http://status.example.com",
  ])("does not name %s", (origin) => {
    expect(from(origin)).toEqual({ Vary: "Origin" });
  });

  it("tells a preflight the allowed methods and headers", () => {
    expect(from(origins[0], "OPTIONS")).toMatchObject({
      "Access-Control-Allow-Methods": "GET, POST",
      "Access-Control-Allow-Headers": expect.stringContaining("ApiKey, Authorization, X-API-Key"),
    });
    const allowed = from(origins[0], "OPTIONS")["Access-Control-Allow-Headers"]?.split(", ");
    expect(allowed).toEqual(
      expect.arrayContaining(["X-File-Name", "Last-Event-ID", "tenantid", "projectid"]),
    );
  });
});
