/** Most services in one reply about the services around one. */
export const mostServices = 200;
