import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { ApiProblem } from "@/lib/client/http/problem";
import { inBackground, readFor } from "./background-read";

const queryKey = ["states"];
const refused = new ApiProblem(401, { code: "unauthenticated" });

/** Returns how a background read was sent, in order, if the session has ended. */
async function sentBy(client: QueryClient): Promise<boolean[]> {
  const sent: boolean[] = [];
  const read = async ({ isBackground = false }) => {
    sent.push(isBackground);
    if (isBackground) throw refused;
  };
  await readFor({ client, queryKey, meta: inBackground }, read).catch((error) => {
    expect(error).toBe(refused);
  });
  return sent;
}

/** Opens a view of the query, whose own read never ends. */
function open(client: QueryClient, meta?: typeof inBackground) {
  const queryFn = () => new Promise<string>(() => undefined);
  return new QueryObserver(client, { queryKey, queryFn, ...(meta && { meta }) }).subscribe(
    () => undefined,
  );
}

test("a background read without a session fails in silence", async () => {
  const client = new QueryClient();
  expect(await sentBy(client)).toEqual([true]);
  open(client, inBackground);
  expect(await sentBy(client)).toEqual([true]);
});

test("it asks for the sign-in once a view waits for its data, but not for one that has data", async () => {
  const client = new QueryClient();
  open(client);
  expect(await sentBy(client)).toEqual([true, false]);
  client.setQueryData(queryKey, "data of before");
  expect(await sentBy(client)).toEqual([true]);
});

test("a read that the user has asked for is sent as usual", async () => {
  const sent: unknown[] = [];
  const client = new QueryClient();
  await readFor({ client, queryKey, meta: undefined }, async (options) => sent.push(options));
  expect(sent).toEqual([{}]);
});
