import { describe, expect, test } from "vitest";
import { AppError, invalid } from "@/lib/errors";
import { loggedError, problemReply, problems } from "./problem";

describe("problemReply", () => {
  test("answers a validation error with every fault", () => {
    const faults = [
      { pointer: "/data/title", field: "title", message: "title is required." },
      { pointer: "/data/color", field: "color", message: "color must be a color." },
    ];
    const reply = problemReply(invalid(faults), "r-1");
    expect(reply.status).toBe(400);
    expect(reply.headers["Content-Type"]).toBe("application/problem+json; charset=utf-8");
    expect(JSON.parse(reply.body)).toEqual({
      type: "/docs#error-validation",
      title: "Invalid request",
      status: 400,
      detail: "title is required. (and 1 more)",
      code: "validation",
      requestId: "r-1",
      message: "title is required. (and 1 more)",
      errors: faults,
    });
  });

  test.each([
    ["unauthenticated", 401],
    ["forbidden", 403],
    ["confirmation_required", 403],
    ["not_found", 404],
    ["method_not_allowed", 405],
    ["query_too_expensive", 400],
    ["conflict", 409],
    ["project_being_deleted", 409],
    ["precondition_failed", 412],
    ["payload_too_large", 413],
    ["unsupported_media_type", 415],
    ["too_many_requests", 429],
    ["unavailable", 503],
  ] as const)("%s is %i", (code, status) => {
    const reply = problemReply(new AppError(code, "Why."), "r");
    expect(reply.status).toBe(status);
    expect(JSON.parse(reply.body)).toMatchObject({ status, code, detail: "Why.", message: "Why." });
  });

  test("names the permissions that are missing", () => {
    const details = { missing: "Edit Alert", sufficient: ["Project Owner", "Edit Alert"] };
    const reply = problemReply(new AppError("forbidden", "No.", details), "r");
    expect(JSON.parse(reply.body)).toMatchObject(details);
  });

  test("sets Allow, Retry-After and WWW-Authenticate", () => {
    const allow = problemReply(
      new AppError("method_not_allowed", "", { allow: ["GET", "PUT"] }),
      "r",
    );
    expect(allow.headers["Allow"]).toBe("GET, PUT");
    const later = problemReply(
      new AppError("too_many_requests", "", { retryAfterSeconds: 2.1 }),
      "r",
    );
    expect(later.headers["Retry-After"]).toBe("3");
    expect(problemReply(new AppError("unavailable", ""), "r").headers["Retry-After"]).toBe("2");
    const signIn = problemReply(new AppError("unauthenticated", ""), "r");
    expect(signIn.headers["WWW-Authenticate"]).toMatch(/^ApiKey /);
  });

  test.each([
    new Error("SQLITE_ERROR at /srv/db: select secret"),
    new AppError("internal", "secret row vanished"),
    Object.assign(new Error("secret"), { name: "AppError", code: "SQLITE_BUSY" }),
    "secret text",
    undefined,
  ])("reveals nothing of unknown errors: %s", (error) => {
    const reply = problemReply(error, "r");
    expect(reply.status).toBe(500);
    expect(reply.body).not.toMatch(/secret|SQL|srv/);
    expect(loggedError(error)).toBe(error);
  });

  test("logs of an expected error only its cause", () => {
    const cause = new Error("disk");
    expect(loggedError(new AppError("not_found", "No."))).toBeUndefined();
    expect(loggedError(Object.assign(new AppError("unavailable", "No."), { cause }))).toBe(cause);
  });

  test("has a status from 400 on for every code", () => {
    for (const { status } of Object.values(problems)) expect(status).toBeGreaterThanOrEqual(400);
  });
});
