import { expect, it } from "vitest";
import { Servers } from "@/lib/store/postgres/connection/servers";
import { hasPostgres, newDatabase } from "../databases";

it.runIf(hasPostgres())("closing connections ends although one of them stays in use", async () => {
  const database = await newDatabase("postgres");
  const servers = new Servers([database.url], { size: 1, takesWrites: false });
  const client = await servers.take();
  await expect(servers.end()).resolves.toBeUndefined();
  servers.giveBack(client);
  await database.drop();
});
