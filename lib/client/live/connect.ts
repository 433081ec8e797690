import { randomKey } from "@/lib/client/http/random-key";
import { Hub } from "./hub";
import { leadTabs } from "./lead";
import type { Joining, LiveMessage } from "./live-message";

type OnMessage = (message: LiveMessage) => void;

/**
 * Joins the one stream of this browser for a session. Returns a function that leaves it. The stream
 * is held by a shared worker; without one, by one of the tabs. Browsers that have neither ask the
 * API as before.
 */
export function connect(name: string, joining: Joining, onMessage: OnMessage): () => void {
  if (typeof SharedWorker !== "undefined") return connectToWorker(name, joining, onMessage);
  if (typeof BroadcastChannel !== "undefined") return connectToTabs(name, joining, onMessage);
  return () => undefined;
}

function connectToWorker(name: string, joining: Joining, onMessage: OnMessage): () => void {
  const worker = new SharedWorker(new URL("./worker.ts", import.meta.url), { name });
  const { port } = worker;
  port.onmessage = ({ data }: MessageEvent<LiveMessage>) => onMessage(data);
  port.postMessage(joining);
  let leave = () => {
    port.postMessage("leave");
    port.close();
  };
  // A worker that cannot be loaded.
  worker.onerror = () => {
    leave = connectToTabs(name, joining, onMessage);
  };
  return () => leave();
}

/** The messages between tabs without a worker. */
type TabMessage =
  | { readonly to: "leader"; readonly tab: string; readonly joining: Joining }
  | { readonly to: "tabs"; readonly message: LiveMessage }
  | { readonly to: "tab"; readonly tab: string; readonly message: LiveMessage };

function connectToTabs(name: string, joining: Joining, onMessage: OnMessage): () => void {
  const leaving = new AbortController();
  const channel = new BroadcastChannel(name);
  const tab = randomKey();
  const send = (message: TabMessage) => channel.postMessage(message);
  let hub: Hub | undefined;
  let hadLeader = false;
  const take = (message: LiveMessage) => {
    hadLeader = true;
    onMessage(message);
  };
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.to === "tabs" || (data.to === "tab" && data.tab === tab)) take(data.message);
    if (data.to !== "leader") return;
    for (const message of hub?.join(data.joining) ?? []) {
      send({ to: "tab", tab: data.tab, message });
    }
  };
  send({ to: "leader", tab, joining });
  const lead = () => {
    const made = new Hub((message) => {
      onMessage(message);
      send({ to: "tabs", message });
    });
    hub = made;
    for (const message of made.join(joining)) onMessage(message);
    if (!hadLeader) return;
    // Changes between the streams of two leaders may be missed.
    onMessage({ kind: "reset" });
    send({ to: "tabs", message: { kind: "reset" } });
  };
  leadTabs(name, leaving.signal).then(lead, () => undefined);
  return () => {
    leaving.abort();
    hub?.end();
    channel.close();
  };
}
