import type { MessagePort } from "node:worker_threads";
import type { DocumentReads } from "@/lib/document-reads";
import type { AnswerMessage, ReadMessage } from "./read-messages";

/** Longest time that a document waits for its reads together, in milliseconds. */
const deadlineMs = 300;

/** Returns the reads of one document. The main thread answers them over `port`. */
export function createDocumentReads(port: MessagePort): DocumentReads {
  const waiting = new Map<number, (answer: AnswerMessage) => void>();
  port.on("message", (answer: AnswerMessage) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let deadline: Promise<never> | undefined;
  let lastId = 0;
  return {
    at: Date.now(),
    begun: new Map(),
    isWritten: false,
    send: (method, target, body) => {
      deadline ??= rejectedAfter(deadlineMs);
      lastId += 1;
      const id = lastId;
      const answered = new Promise<AnswerMessage>((resolve) => waiting.set(id, resolve));
      const read: ReadMessage = {
        ...{ id, method, target },
        body: body === undefined ? "" : JSON.stringify(body),
      };
      port.postMessage(read);
      return Promise.race([answered.then(asResponse), deadline]);
    },
  };
}

function asResponse({ status, headers = {}, text = "" }: AnswerMessage): Response {
  if (status === undefined) throw new Error("A read for a document failed.");
  if (status !== 200) throw new Error(`A read for a document was answered with ${status}.`);
  return new Response(text, { headers });
}

function rejectedAfter(ms: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error("The document goes out without this read.")), ms).unref();
  });
}
