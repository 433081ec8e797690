import type { Row } from "@/lib/schema/row";
import { type Caller, comparable, headerOf, type Received, type Shape, sendTo } from "./request";
import { post } from "./shapes";

/** Sends the same requests to two servers and collects the different responses. */
export class Comparison {
  readonly different: string[] = [];
  compared = 0;
  /** Responses with a record or a count above 0. */
  found = 0;
  readonly #ports: { readonly former: number; readonly own: number };
  readonly #times: number;

  constructor(ports: { readonly former: number; readonly own: number }, times: number) {
    this.#ports = ports;
    this.#times = times;
  }

  /** Sends a request several times to both servers. Returns the last response of the former one. */
  async add(shape: Shape, caller: Caller): Promise<Received | undefined> {
    let last: Received | undefined;
    for (let time = 0; time < this.#times; time += 1) {
      const [former, own] = await Promise.all([
        sendTo(this.#ports.former, shape, caller),
        sendTo(this.#ports.own, shape, caller),
      ]);
      this.#compare(shape, caller, former, own);
      last = former;
    }
    return last;
  }

  #compare(shape: Shape, caller: Caller, former: Received, own: Received): void {
    this.compared += 1;
    if (former.status === 200 && /"_id"|"count":[1-9]/.test(former.body.toString("latin1"))) {
      this.found += 1;
    }
    const [expected, got] = [comparable(former), comparable(own)];
    if (expected === got) return;
    const at = [...expected].findIndex((letter, place) => letter !== got[place]);
    const parts = [expected, got].map((text) =>
      JSON.stringify(text.slice(Math.max(0, at - 60), at + 90)),
    );
    const request = `${shape.method} ${shape.path} ${shape.body ?? ""}`.slice(0, 400);
    this.different.push(`${caller.name}: ${request}\n  ${parts.join("\n  ")}`);
  }

  /** Sends the requests that continue with values of a response: cursors and `If-None-Match`. */
  async follow(base: string, caller: Caller, row: Row | undefined): Promise<void> {
    await this.#pages(base, caller);
    if (!row) return;
    for (const method of ["GET", "HEAD", "POST"]) {
      const shape = { method, path: `${base}/${row._id}/get-item` };
      const reply = await this.add(shape, caller);
      const etag = reply && headerOf(reply, "etag");
      if (etag === undefined) continue;
      for (const tag of [etag, `W/${etag}`, `"a", ${etag}`, `${etag}x`]) {
        await this.add({ ...shape, headers: { "If-None-Match": tag } }, caller);
      }
    }
  }

  async #pages(base: string, caller: Caller): Promise<void> {
    let cursor = "";
    for (let page = 0; page < 3; page += 1) {
      const sort = { _id: 1 };
      await this.add(post(`${base}/get-list`, { cursor: "", limit: 2 + page, sort }), caller);
      const path = `${base}/get-list?limit=2&sort=${encodeURIComponent(JSON.stringify(sort))}`;
      const reply = await this.add({ method: "GET", path: `${path}&cursor=${cursor}` }, caller);
      const next = /"nextCursor":"([^"]+)"/.exec(reply?.body.toString("latin1") ?? "")?.[1];
      if (next === undefined) return;
      cursor = next;
    }
  }
}
