/** Connection timeout in milliseconds. */
export const connectMs = 5_000;
