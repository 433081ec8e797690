import { ensureBuilt } from "../scripts/ensure-built.mjs";

/** Global setup: builds the server and pages once before all tests, unless the build is current. */
export default ensureBuilt;
