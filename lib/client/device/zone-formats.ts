/**
 * Returns the formatter of a style per zone, of 24 hours. Formatters are cached: creating one costs
 * more than 1,000 uses.
 */
export function formatsOf(
  locale: string,
  style: Intl.DateTimeFormatOptions,
): (timeZone: string) => Intl.DateTimeFormat {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const known = formats.get(timeZone);
    if (known) return known;
    const made = new Intl.DateTimeFormat(locale, { ...style, timeZone, hourCycle: "h23" });
    formats.set(timeZone, made);
    return made;
  };
}
