import { z } from "zod";

/** Returns the type of a text that matches `pattern`. */
export function matching(pattern: RegExp, problem: string) {
  return z.string().regex(pattern, { error: problem });
}

/** Returns the type of an integer from `least` to `most`. `example` ends the error message. */
export function integer(least: number, most: number, example: string) {
  const problem = `must be a whole number from ${least} to ${most}, for example ${example}.`;
  return matching(/^\d{1,15}$/, problem)
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error: problem });
}

/** Returns the type of a choice of names, each read as its value. */
export function oneOf<Value>(values: Readonly<Record<string, Value>>, example: string) {
  const names = Object.keys(values);
  return z.string().transform((name, context): Value => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value !== undefined) return value;
    context.addIssue(`must be ${names.join(" or ")}, for example ${example}.`);
    return z.NEVER;
  });
}

/** Returns the type of the database URL. Its scheme is read in any case (RFC 3986, section 3.1). */
export function databaseUrl() {
  return z
    .string()
    .regex(/^(memory:|file:.+|postgres(ql)?:\/\/.+)$/i, {
      error:
        "must be memory: (kept until the process ends), a file, for example DATABASE_URL=file:./tocsin.db, or a PostgreSQL database, for example DATABASE_URL=postgres://tocsin:secret@127.0.0.1:5432/tocsin.",
    })
    .transform((url) => url.replace(/^\w+/, (scheme) => scheme.toLowerCase()));
}

/** Returns the type of an origin: an http or https address without a path. */
export function origin(example: string) {
  return z.string().transform((text, context): string => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url && /^https?:$/.test(url.protocol) && url.pathname === "/" && !url.search && !url.hash) {
      return url.origin;
    }
    context.addIssue(`must be an http or https address without a path, for example ${example}.`);
    return z.NEVER;
  });
}

/** Returns the type of a URI (RFC 9116, section 2.5.3). An e-mail alone becomes `mailto:`. */
export function contact() {
  const problem =
    "must be an e-mail address or an https address, for example SECURITY_CONTACT=security@example.com.";
  const form = /^(?:mailto:)?[^\s@:/]+@[^\s@:/]+$|^https:\/\/\S+$/i;
  return matching(form, problem).transform((text) =>
    /^(?:mailto|https):/i.test(text) ? text : `mailto:${text}`,
  );
}

/** Returns the type of several origins, separated by commas. */
export function origins() {
  const one = origin("CORS_ORIGINS=https://a.example.com,https://b.example.com");
  return z
    .string()
    .transform((text) =>
      text
        .split(",")
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(one));
}
