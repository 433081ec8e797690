import { useQuery } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { meQuery } from "@/lib/client/session/me";
import { DataProvider } from "./query-provider";

function Reader() {
  return useQuery(meQuery).status;
}

function openTimers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
}

test("a rendered document leaves no timer that keeps its answers in memory", () => {
  const before = openTimers();
  const html = renderToString(
    <DataProvider>
      <Reader />
    </DataProvider>,
  );
  expect(html).toContain("pending");
  expect(openTimers()).toBe(before);
});
