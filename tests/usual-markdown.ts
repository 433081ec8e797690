/** A text as operators write it, of ten thousand characters. */
export const usualMarkdown = `## Summary

The **payments** failed for 42 minutes. See [the graph](https://example.com/a?b=1) and \`pay-api\`.

- 12:05 The alert *Payment errors* was raised (p99 7.5 s, 99.95 % ok).
- 12:09 Ann acknowledged it, and asked the team of the database for help.

A paragraph follows. It explains how the disk became full, and why nobody noticed it before the alert.
The next line says that the checks read another disk, and that this is now repaired everywhere.

`
  .repeat(30)
  .slice(0, 10_000);
