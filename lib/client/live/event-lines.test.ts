import { expect, it } from "vitest";
import { eventParser } from "./event-lines";

it("returns each event when its text is complete, wherever the pieces end", () => {
  const text =
    'retry: 1500\nevent: open\nid: a\ndata: {}\n\n: \n\nevent: change\nid: b\ndata: {"x": "y: z"}\n\n';
  for (const size of [1, 7, text.length]) {
    const parse = eventParser();
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, n) =>
      parse(text.slice(n * size, (n + 1) * size)),
    );
    expect(pieces.flatMap(({ events }) => events)).toEqual([
      { name: "open", id: "a", data: "{}" },
      { name: "change", id: "b", data: '{"x": "y: z"}' },
    ]);
    expect(pieces.flatMap(({ retryMs }) => retryMs ?? [])).toEqual([1500]);
  }
});

it("tells the requested delay of a stream that ends", () => {
  expect(eventParser()("retry: 700\n\n")).toEqual({ events: [], retryMs: 700 });
});
