import { expect, test } from "vitest";
import { yieldToEventLoop } from "./event-loop";

test("a step waits until a request that just came in has had its three rounds of the event loop", async () => {
  let rounds = 0;
  let goesOn = true;
  const next = () => {
    rounds += 1;
    if (goesOn) setImmediate(next);
  };
  setImmediate(next);
  await yieldToEventLoop();
  goesOn = false;
  expect(rounds).toBe(3);
});
