import { Hub } from "./hub";
import type { Joining, LiveMessage } from "./live-message";

/** The shared worker that holds the stream of all tabs of a session. */
const ports = new Set<MessagePort>();
const hub = new Hub((message) => {
  for (const port of ports) port.postMessage(message);
});

addEventListener("connect", (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port) serve(port);
});

function serve(port: MessagePort): void {
  port.onmessage = ({ data }: MessageEvent<Joining | "leave">) => {
    if (data === "leave") {
      ports.delete(port);
      port.close();
      return;
    }
    ports.add(port);
    const told: readonly LiveMessage[] = hub.join(data);
    for (const message of told) port.postMessage(message);
  };
}
