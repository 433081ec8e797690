import { expect, test } from "vitest";
import type { Filter } from "@/lib/schema/filter";
import { here, row, thing } from "@/lib/store/testing/test-resources";
import { openTestStore } from "@/lib/store/testing/test-store";
import { chosenDatabase } from "@/tests/databases";

const longest = "💥".repeat(1_000_000);

function contains(count: number): Filter {
  const filters = Array.from({ length: count }, (_, n): Filter => {
    return { op: "contains", column: "story", value: `not there ${n}` };
  });
  return { op: "or", filters };
}

test.runIf(chosenDatabase() === "postgres")(
  "a server ends many conditions on one long text after one of them at most",
  { timeout: 120_000 },
  async () => {
    const store = await openTestStore({ queryTimeoutMs: 50 });
    await store.write((writer) => writer.insert(thing, row({ story: longest })));
    const ask = (count: number) => ({ projects: [here], filter: contains(count) });
    const began = performance.now();
    // A write has more time.
    await store.write((writer) => writer.count(thing, ask(1)));
    const oneMs = performance.now() - began;
    const started = performance.now();
    await expect(store.reader.count(thing, ask(40))).rejects.toMatchObject({
      code: "query_too_expensive",
    });
    expect(performance.now() - started).toBeLessThan(10 * oneMs);
    await store.close();
  },
);
