import type { Connection } from "@/lib/store/port/engine";

/** Runs a statement whose result is not needed. A server's answer is not waited for. */
export async function send(
  connection: Connection,
  text: string,
  parameters: readonly unknown[],
): Promise<void> {
  await (connection.send?.(text, parameters) ?? connection.run(text, parameters));
}
