import pg from "pg";
import { decodeLongTextsFast } from "./long-texts";

/** Integers beyond 32 bits, counts among them, become numbers; the store holds none beyond 2^53. */
export const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

decodeLongTextsFast();
