/**
 * Limit for the headers of a request or reply between the threads, in bytes. Next.js sends the target
 * of a redirect twice, and escapes each of its 8,192 characters by up to three.
 */
export const maxHeaderSize = 65_536;
