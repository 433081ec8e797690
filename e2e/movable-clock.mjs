// Preloaded into a server that a test starts: each SIGUSR2 advances its clock by eleven minutes.
const minutes = 11;
let aheadMs = 0;
process.on("SIGUSR2", () => {
  aheadMs += minutes * 60_000;
});

const Real = Date;
const now = () => Real.now() + aheadMs;
globalThis.Date = new Proxy(Real, {
  construct: (_, given) => new Real(...(given.length === 0 ? [now()] : given)),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
