import { expect, test } from "vitest";
import type { ApiRequest } from "@/lib/http/message/request-response";
import { readBody } from "./body";
import { bodyText } from "./body-text";
import { atOnce, oneAtATime } from "./cooperative-steps";

const most = 10_000_000;

function sent(data: object, more: Partial<ApiRequest> = {}): ApiRequest {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(data);
  return { method: "POST", path: "/api/incident", query: "", headers, body, ...more };
}

/** A body of about 2 MB. Strings and escapes cross the boundaries of all steps. */
const large = {
  items: Array.from({ length: 300 }, (_, n) => ({ text: `\\"{[:,${n}`.repeat(900) })),
};

/** Returns the number of event loop turns during `work`. */
async function roundsBeside(work: () => Promise<unknown>): Promise<number> {
  let rounds = 0;
  let immediate = setImmediate(function next() {
    rounds += 1;
    immediate = setImmediate(next);
  });
  await work();
  clearImmediate(immediate);
  return rounds;
}

test("the event loop goes round while large bodies are read, and each is read as it was sent", async () => {
  const bodies = await Promise.all([readBody(sent(large), most), readBody(sent(large), most)]);
  for (const body of bodies) expect(body).toEqual(large);
  const alone = await roundsBeside(() => readBody(sent(large), most));
  expect(alone).toBeGreaterThanOrEqual(9);
  const all = await roundsBeside(() =>
    Promise.all(Array.from({ length: 4 }, () => readBody(sent(large), most))),
  );
  expect(all).toBeGreaterThanOrEqual(4 * 9);
});

test("a small body waits for no large one", async () => {
  const done: string[] = [];
  await Promise.all([
    readBody(sent(large), most).then(() => done.push("large")),
    readBody(sent({ data: {} }), most).then(() => done.push("small")),
  ]);
  expect(done).toEqual(["small", "large"]);
});

test("large bodies are read one at a time, and one whose client has gone is not read", async () => {
  const gone = new Error("The client has gone.");
  const steps: string[] = [];
  function* named(name: string) {
    steps.push(`${name} begins`);
    yield true;
    steps.push(`${name} ends`);
    return name;
  }
  const all = await Promise.allSettled([
    oneAtATime(() => named("first")),
    oneAtATime(
      () => named("second"),
      () => {
        throw gone;
      },
    ),
    oneAtATime(() => named("third")),
  ]);
  expect(all).toEqual([
    { status: "fulfilled", value: "first" },
    { status: "rejected", reason: gone },
    { status: "fulfilled", value: "third" },
  ]);
  expect(steps).toEqual(["first begins", "first ends", "third begins", "third ends"]);
});

test("a body that is refused lets the next one be read", async () => {
  const refused = readBody(sent({ a: "x".repeat(2_000_000) }), 1_000);
  const next = readBody(sent(large), most);
  await expect(refused).rejects.toMatchObject({ code: "payload_too_large" });
  expect(await next).toEqual(large);
});

test.each(["é", "€", "\u{1f4a5}", "aé€\u{1f4a5}"])(
  "no character is cut between two steps in a text of %s",
  (character) => {
    for (const before of ["", "a", "ab", "abc"]) {
      const text = before + character.repeat(200_000);
      expect(atOnce(bodyText(Buffer.from(text), undefined)) === text).toBe(true);
    }
  },
);
