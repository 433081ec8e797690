/** How long to wait for a connection, in milliseconds. */
export const connectMs = 5_000;
