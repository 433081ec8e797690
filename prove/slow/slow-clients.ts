import { connect, type Socket } from "node:net";

/** Slow clients, each with its own way to waste a connection. */
export interface SlowClients {
  /** Number of connections so far. The server ends those that are too slow, and they reconnect. */
  opened(): number;
  end(): void;
}

type Way = (key: string) => {
  readonly first: string;
  readonly drip: string;
  readonly reads: boolean;
};

/** Endless headers, an endless body, and a response that is never read. */
const ways: readonly Way[] = [
  () => ({ first: "GET /healthz HTTP/1.1\r\nHost: h\r\n", drip: "X-A: b\r\n", reads: true }),
  (key) => ({ first: post(key, 1_000_000), drip: " ", reads: true }),
  (key) => ({ first: lists(key), drip: "", reads: false }),
];

/**
 * Keeps `count` connections to a server that send, or read, next to nothing; `dripMs` between two
 * bytes.
 */
export function slowClients(port: number, key: string, count: number, dripMs: number): SlowClients {
  const sockets = new Set<Socket>();
  let opened = 0;
  let isOver = false;
  const open = (turn: number) => {
    if (isOver) return;
    opened += 1;
    const way = ways[turn % ways.length]?.(key);
    if (!way) return;
    const socket = connect(port, "127.0.0.1", () => socket.write(way.first));
    sockets.add(socket);
    if (way.reads) socket.resume();
    else socket.pause();
    const timer = setInterval(() => way.drip && socket.write(way.drip), dripMs);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearInterval(timer);
      sockets.delete(socket);
      setTimeout(() => open(turn), 100);
    });
  };
  for (let turn = 0; turn < count; turn += 1) open(turn);
  return {
    opened: () => opened,
    end: () => {
      isOver = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

function post(key: string, length: number): string {
  return `POST /api/label HTTP/1.1\r\nHost: h\r\nApiKey: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{`;
}

/** More responses than the buffers on both sides hold. */
function lists(key: string): string {
  const body = JSON.stringify({ limit: 100 });
  const one = `POST /api/incident/get-list HTTP/1.1\r\nHost: h\r\nApiKey: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  return one.repeat(3);
}
