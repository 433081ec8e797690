import { createServer, type Socket } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { Notifications } from "@/lib/store/postgres/connection/notifications";
import { Servers } from "@/lib/store/postgres/connection/servers";

let stop = async (): Promise<void> => undefined;
afterEach(() => stop());

it("calls listeners when the server freezes before it listens", async () => {
  const notifications = await listening(false);
  const told = vi.fn();
  notifications.add("changes", told);
  await vi.waitFor(() => expect(told).toHaveBeenCalled(), { timeout: 10_000 });
});

it.each([true, false])("ends within seconds; the server answered before: %s", async (answers) => {
  const notifications = await listening(answers);
  const told = vi.fn();
  notifications.add("changes", told);
  if (answers) await vi.waitFor(() => expect(told).toHaveBeenCalled());
  const ended = vi.fn();
  void notifications.end().then(ended);
  await vi.waitFor(() => expect(ended).toHaveBeenCalled(), { timeout: 10_000 });
});

/** Returns notifications of a server that accepts connections and never confirms their end. */
async function listening(answers: boolean): Promise<Notifications> {
  const taken = new Set<Socket>();
  const host = createServer({ allowHalfOpen: true }, (socket) => {
    taken.add(socket);
    socket.on("error", () => undefined);
    socket.once("data", () => {
      socket.write(Buffer.concat([signedIn, ready]));
      socket.on("data", (message) => {
        if (answers && message.toString("latin1", 0, 1) === "Q") {
          socket.write(Buffer.concat([nothing, ready]));
        }
      });
    });
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  const address = host.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const servers = new Servers([`postgres://tocsin@127.0.0.1:${port}/any`], {
    size: 1,
    takesWrites: false,
  });
  const notifications = new Notifications(servers);
  stop = async () => {
    for (const socket of taken) socket.destroy();
    host.close();
    await notifications.end();
    await servers.end();
  };
  return notifications;
}

/** Messages of the server: a letter, the length without it, and the content. */
const signedIn = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const nothing = Buffer.from([0x49, 0, 0, 0, 4]);
