import { executionAsyncResource } from "node:async_hooks";

const kept: object[] = [];

/**
 * Keeps one object of `process.nextTick` for the life of the process. A garbage collection that
 * finds none removes their hidden class. From then on, Node.js adds two properties to each such
 * object by slow calls of the runtime, and each request needs several of these objects.
 */
export function keepTickClass(): void {
  process.nextTick(() => {
    kept.push(executionAsyncResource());
  });
}
