import { Gauge, type Registry } from "prom-client";

/** Registers a gauge without labels. With `read` it is read at each scrape. */
export function gaugeIn(registers: Registry[], name: string, help: string, read?: () => number) {
  const gauge: Gauge = new Gauge({
    ...{ name, help, registers },
    ...(read && { collect: () => gauge.set(read()) }),
  });
  return gauge;
}
