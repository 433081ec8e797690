/**
 * A write that holds the lock of one project needs more than that project, or was in conflict with a
 * write of another one. Nothing of it is kept; the store runs it again under the lock of the
 * deployment.
 */
export class OutsideProject extends Error {}
