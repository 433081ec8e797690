import type { Run } from "./run";

/** How large a proof is: what each size is called, its value when none is given, and what it means. */
export type SizeTable<Name extends string> = Readonly<
  Record<Name, { readonly value: number; readonly what: string }>
>;

/** The sizes of one run. */
export type Sizes<Name extends string> = Readonly<Record<Name, number>>;

/** A promise of the product and how it is put to the test. */
export interface Proof<Name extends string = string> {
  readonly name: string;
  /** In one sentence, for the first line of what is printed. */
  readonly promise: string;
  readonly sizes: SizeTable<Name>;
  /** It measures times that only a machine with nothing else to do can keep. */
  readonly needsQuiet?: true;
  /** Puts what it finds into `run`; throws only where the proof itself cannot go on. */
  prove(run: Run, sizes: Sizes<Name>): Promise<void>;
}

/** The sizes that a full run has. */
export function fullSizes<Name extends string>(table: SizeTable<Name>): Sizes<Name> {
  const entries = (Object.keys(table) as Name[]).map((name) => [name, table[name].value]);
  return Object.fromEntries(entries);
}
