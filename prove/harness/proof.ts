import type { Run } from "./run";

/** The sizes of a proof: their names, default values and meanings. */
export type SizeTable<Name extends string> = Readonly<
  Record<Name, { readonly value: number; readonly what: string }>
>;

/** The sizes of one run. */
export type Sizes<Name extends string> = Readonly<Record<Name, number>>;

/** A promise of the product and its proof. */
export interface Proof<Name extends string = string> {
  readonly name: string;
  /** One sentence, for the first line of the output. */
  readonly promise: string;
  readonly sizes: SizeTable<Name>;
  /** It measures times that only an idle machine can keep. */
  readonly needsQuiet?: true;
  /** Records its findings in `run`; throws only if the proof itself cannot continue. */
  prove(run: Run, sizes: Sizes<Name>): Promise<void>;
}

/** Returns the sizes of a full run. */
export function fullSizes<Name extends string>(table: SizeTable<Name>): Sizes<Name> {
  const entries = (Object.keys(table) as Name[]).map((name) => [name, table[name].value]);
  return Object.fromEntries(entries);
}
