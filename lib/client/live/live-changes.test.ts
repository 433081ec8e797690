import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ownRequestId } from "@/lib/client/http/own-requests";
import type { ChangeEvent } from "@/lib/contract/events";
import {
  isLost,
  type LiveListener,
  onLiveChanges,
  stopLiveChanges,
  takeLiveMessage,
} from "./live-changes";

let told: Parameters<LiveListener>[0][];
let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { visibilityState: "visible" });
  told = [];
  stop = onLiveChanges((changes) => told.push(changes));
});
afterEach(() => {
  stop();
  stopLiveChanges();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const change = (recordId: string, operation: ChangeEvent["operation"], requestId?: string) => ({
  ...{ resource: "label", recordId, projectId: "1", operation, fields: [] },
  ...(requestId !== undefined && { requestId }),
});
const send = (...changes: ChangeEvent[]) => takeLiveMessage({ kind: "changes", changes });

it("tells the changes of an interval at once, one for each record", () => {
  send(change("1", "create"), change("2", "update"));
  send(change("1", "update"), change("2", "delete"));
  expect(told).toEqual([]);
  vi.advanceTimersByTime(250);
  const about = { resource: "label", projectId: "1" };
  expect(told).toEqual([
    [
      { ...about, recordId: "1", operation: "create" },
      { ...about, recordId: "2", operation: "delete" },
    ],
  ]);
});

it("ignores the page's own changes, and not those of another page of the user", () => {
  send(change("1", "update", ownRequestId()), change("2", "update", "page-other.1"));
  vi.advanceTimersByTime(250);
  expect(told).toMatchObject([[{ recordId: "2" }]]);
});

it("tells of a reset after a gap, and after too many changes", () => {
  takeLiveMessage({ kind: "reset" });
  vi.advanceTimersByTime(250);
  send(...Array.from({ length: 1_001 }, (_, n) => change(String(n), "update")));
  vi.advanceTimersByTime(250);
  expect(told).toEqual(["reset", "reset"]);
});

it("tells of a reset each minute while the stream is lost, until it is back or the session ends", () => {
  for (const end of ["open", "ended"] as const) {
    told.length = 0;
    takeLiveMessage({ kind: "lost" });
    // Each failed attempt to open it again is told, too.
    vi.advanceTimersByTime(45_000);
    takeLiveMessage({ kind: "lost" });
    expect([isLost(), told]).toEqual([true, []]);
    vi.advanceTimersByTime(75_250);
    expect(told).toEqual(["reset", "reset"]);
    takeLiveMessage({ kind: end });
    vi.advanceTimersByTime(600_000);
    expect([isLost(), told]).toEqual([false, ["reset", "reset"]]);
  }
});
