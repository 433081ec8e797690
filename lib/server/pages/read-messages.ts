/** A read of the API that the thread of the pages asks for. */
export interface ReadMessage {
  readonly id: number;
  readonly method: string;
  /** The path and query string. */
  readonly target: string;
  readonly body: string;
}

/** The answer to the read with this id; without `status` if the read failed. */
export interface AnswerMessage {
  readonly id: number;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
}
