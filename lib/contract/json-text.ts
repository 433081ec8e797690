/** A reply as JSON, for replies that are long. The tests compare the text with the type. */
export class JsonText<Reply> {
  /** Only a type: the text is JSON of it. */
  declare readonly reply: Reply;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
