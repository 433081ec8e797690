/** Rounds before those that are measured. */
const warmUp = 3;

/**
 * Prints the median and the 95th percentile of the time and of the processor time that the text of
 * an answer takes, and its size.
 */
export async function printTimes(
  what: string,
  rounds: number,
  answer: (round: number) => Promise<string>,
): Promise<void> {
  const [times, processor]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds + warmUp; round += 1) {
    const from = performance.now();
    const cpu = process.cpuUsage();
    const text = await answer(round);
    const { user, system } = process.cpuUsage(cpu);
    if (round === 0) print(`reply: ${(text.length / 1_000).toFixed(0)} kB`);
    if (round < warmUp) continue;
    times.push(performance.now() - from);
    processor.push((user + system) / 1_000);
  }
  print(`${what}: ${spread(times)}; processor time of this process: ${spread(processor)}`);
}

/** Prints a line. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Returns an id by its group and its place in it. */
export function idAt(group: number, place: number): string {
  const digits = (value: number, length: number) => value.toString(16).padStart(length, "0");
  return `0190a000-0000-7000-${digits(0x8000 + group, 4)}-${digits(place, 12)}`;
}

function spread(times: number[]): string {
  times.sort((one, other) => one - other);
  const at = (part: number) => (times[Math.floor(part * (times.length - 1))] ?? 0).toFixed(0);
  return `median ${at(0.5)} ms, p95 ${at(0.95)} ms`;
}
