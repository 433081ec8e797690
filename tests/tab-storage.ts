/** Returns the storage of a tab like a browser's; `room` is the longest text that fits. */
export function tabStorage(room = 10_000): Storage {
  const held: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => held[key] ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException("full", "QuotaExceededError");
      held[key] = value;
    },
    removeItem: (key: string) => {
      delete held[key];
    },
  };
  const plain = (name: string) => Object.hasOwn(methods, name);
  return new Proxy(held, {
    get: (_, name) => (plain(String(name)) ? Reflect.get(methods, name) : held[String(name)]),
  }) as unknown as Storage;
}
