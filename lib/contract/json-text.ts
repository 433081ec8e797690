/**
 * The JSON of a reply, for a long reply that a handler writes itself. A test of the handler must
 * compare the text with the reply, because the compiler cannot.
 */
export class JsonText<Reply> {
  /** Gives the text a type. It has no value. */
  declare readonly reply: Reply;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
