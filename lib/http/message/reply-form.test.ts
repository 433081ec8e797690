import { expect, it, vi } from "vitest";
import { formedRecord, type ReplyForm } from "./reply-form";

const unreadable: ReplyForm = {
  ...{ name: "test", largestLimit: 10 },
  records: () => Promise.reject(new Error("away")),
  created: (record) => record,
};

it("a long record whose form cannot be read releases its memory", async () => {
  const end = vi.fn();
  await expect(formedRecord({ record: {}, end }, unreadable)).rejects.toThrow("away");
  expect(end).toHaveBeenCalledTimes(1);
});
