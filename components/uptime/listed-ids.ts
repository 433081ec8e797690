import { createContext } from "react";

/** Ids of the records of the page of a list, so that its cells can share a request. */
export const ListedIds = createContext<readonly string[]>([]);
