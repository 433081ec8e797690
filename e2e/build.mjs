import { ensureBuilt } from "../scripts/built.mjs";

/** Builds what the tests meet, once and before any of them, unless it is there. */
export default ensureBuilt;
