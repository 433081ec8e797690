import type { Connection } from "@/lib/store/port/engine";
import type { PartLookup, TextIndex } from "@/lib/store/port/text-index";
import type { CachedSample, SampleSource } from "./cached-sample";
import { trigramsOfPart } from "./part-trigrams";
import type { Likelihood } from "./search-sample";

/** Trigrams to look up in the index, and the record column that may contain them. */
export interface TrigramLookup {
  readonly connection: Connection;
  readonly trigrams: readonly string[];
  readonly path: string;
  readonly column: string;
  /** Projects that narrow the result; "all" when they do not. */
  readonly projects: PartLookup["projects"];
  readonly limit: number;
  readonly mostMs: number | undefined;
}

/** Most candidates that are compared one by one rather than by a scan. */
const mostCandidates = 1_024;
/** Number of records that are scanned rather than looked up in an index. */
const leastScanned = 1_000;
/** Cost of a candidate, in scanned records. */
const costOfCandidate = 3;

/**
 * Returns the candidates of an index by a lookup of record ids. A sample selects the rarest
 * trigrams, and decides for a scan where a part is so frequent that the scan ends sooner.
 */
export function candidatesBy(
  samples: CachedSample,
  sourceOver: (connection: Connection) => SampleSource,
  lookUp: (lookup: TrigramLookup) => Promise<unknown[][]>,
): TextIndex["candidates"] {
  return async (connection, { path, column, projects, part, wanted }, mostMs) => {
    const trigrams = trigramsOfPart(part);
    if (trigrams.length === 0) return undefined;
    const sampled = await samples.of(sourceOver(connection));
    const scopes = [{ projects, paths: [path] }];
    const likely = sampled.sample.likelihood({ trigrams, names: [], scopes });
    if (isScanShorter(likely, sampled.total, wanted)) return undefined;
    const rows = await lookUp({
      ...{ connection, path, column, mostMs, limit: mostCandidates + 1 },
      trigrams: likely.rarest,
      projects: likely.scopesHelp ? projects : "all",
    });
    return rows.length > mostCandidates ? undefined : [...new Set(rows.map(([id]) => String(id)))];
  };
}

/** Returns true when a scan ends before that many candidates have been compared. */
function isScanShorter(likely: Likelihood, total: number, wanted: number | undefined): boolean {
  const candidates = total * (likely.scopesHelp ? likely.matches : likely.hasRarest);
  const scanned = total * likely.inScopes;
  const needed =
    wanted === undefined || likely.matches === 0
      ? scanned
      : Math.min(scanned, (wanted * likely.inScopes) / likely.matches);
  return (
    candidates > mostCandidates || needed <= Math.max(leastScanned, candidates * costOfCandidate)
  );
}
