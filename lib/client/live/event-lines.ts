/** An event of a stream. */
export interface ServerEvent {
  readonly name: string;
  readonly id: string;
  readonly data: string;
}

/** Events of a stream, and the requested delay before a new connection. */
interface Parsed {
  readonly events: readonly ServerEvent[];
  readonly retryMs: number | undefined;
}

/**
 * Returns a function that takes the text of a stream piece by piece and returns the events that each
 * piece completes (WHATWG HTML, 9.2.6). Our server ends lines with a line feed only.
 */
export function eventParser(): (piece: string) => Parsed {
  let rest = "";
  return (piece) => {
    const blocks = (rest + piece).split("\n\n");
    rest = blocks.pop() ?? "";
    const fields = blocks.map(fieldsOf);
    const delays = fields.flatMap((one) => one.get("retry") ?? []);
    return {
      events: fields.flatMap((one) => {
        const [name, id = "", data = ""] = [one.get("event"), one.get("id"), one.get("data")];
        return name === undefined ? [] : [{ name, id, data }];
      }),
      retryMs: delays.length === 0 ? undefined : Number(delays.at(-1)),
    };
  };
}

function fieldsOf(block: string): ReadonlyMap<string, string> {
  const lines = block.split("\n").filter((line) => !line.startsWith(":"));
  return new Map(
    lines.map((line) => {
      const end = line.indexOf(": ");
      return [line.slice(0, end), line.slice(end + 2)];
    }),
  );
}
