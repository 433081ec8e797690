import type { JsonObject } from "@/lib/schema/json";

/** The headers in which a key may be sent. */
export const keySchemes: JsonObject = {
  ApiKey: { type: "apiKey", in: "header", name: "ApiKey", description: "An API key." },
  Bearer: { type: "http", scheme: "bearer", description: "The same key, if it begins with toc_." },
  XApiKey: { type: "apiKey", in: "header", name: "X-API-Key", description: "The same key." },
};

/** One of these headers is enough. */
export const keySecurity: readonly JsonObject[] = [{ ApiKey: [] }, { Bearer: [] }, { XApiKey: [] }];
