/** Asks the user by a dialog of the page. Resolves to whether the user did what was asked. */
type Asker = () => Promise<boolean>;

/**
 * A question that the user must answer before a rejected request can succeed. Concurrent requests
 * share one dialog.
 */
export class Question {
  #asker: Asker | undefined;
  #asked: Promise<boolean> | undefined;
  #granted = 0;
  readonly #isNeeded: (reply: Response) => boolean | Promise<boolean>;

  /** `isNeeded` returns true if the response was rejected until the user answers. */
  constructor(isNeeded: (reply: Response) => boolean | Promise<boolean>) {
    this.#isNeeded = isNeeded;
  }

  /** Registers a page's dialog. Returns a function that unregisters it. */
  readonly offer = (ask: Asker): (() => void) => {
    this.#asker = ask;
    return () => {
      if (this.#asker === ask) this.#asker = undefined;
    };
  };

  /** True while the user is asked. The request that waits for it has changed nothing yet. */
  get isAsked(): boolean {
    return this.#asked !== undefined;
  }

  /** Asks the user. Resolves to false if they refuse, or if the page has no dialog for it. */
  ask(): Promise<boolean> {
    this.#asked ??= (this.#asker?.() ?? Promise.resolve(false)).then((isGranted) => {
      this.#asked = undefined;
      if (isGranted) this.#granted += 1;
      return isGranted;
    });
    return this.#asked;
  }

  /**
   * Sends a request. If it is rejected for the question, asks the user and sends it once more.
   * Returns the rejection if the user refuses.
   */
  async sendWith(send: () => Promise<Response>): Promise<Response> {
    const before = this.#granted;
    const reply = await send();
    if (!(await this.#isNeeded(reply))) return reply;
    const isGranted = this.#granted > before || (await this.ask());
    return isGranted ? send() : reply;
  }
}
