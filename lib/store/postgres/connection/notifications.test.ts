import { queryObjects } from "node:v8";
import { expect, it, vi } from "vitest";
import { hasPostgres, newDatabase } from "@/tests/databases";
import { Notifications } from "./notifications";
import { Servers } from "./servers";

it.runIf(hasPostgres())(
  "a connection that waits for long keeps no memory of its looks",
  async () => {
    const database = await newDatabase("postgres");
    const servers = new Servers([database.url], { size: 1, takesWrites: false });
    const notifications = new Notifications(servers, 1);
    let calls = 0;
    notifications.add("changes", () => {
      calls += 1;
    });
    const promisesAfter = async (count: number) => {
      await vi.waitUntil(() => calls >= count, { timeout: 120_000 });
      return queryObjects(Promise, { format: "count" });
    };
    const before = await promisesAfter(100);
    const after = await promisesAfter(1_100);
    await notifications.end();
    await servers.end();
    await database.drop();
    expect(after - before).toBeLessThan(500);
  },
);
