/** The data of a response together with what HTTP said about it. */
export interface ParleyResponse<Data> {
  readonly data: Data;
  readonly status: number;
  readonly headers: Headers;
  readonly requestId: string | null;
  /** Whether this is the first response again, to a request with the same idempotency key. */
  readonly isReplayed: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: as every promise has it.
type OnRejected<Rejected> = ((error: any) => Rejected | PromiseLike<Rejected>) | null | undefined;

/** The promise of a request: `await` it for the data, or call `withResponse` for status and headers too. */
export class RequestPromise<Data> implements Promise<Data> {
  readonly [Symbol.toStringTag] = 'RequestPromise';
  readonly #response: Promise<ParleyResponse<Data>>;

  constructor(response: Promise<ParleyResponse<Data>>) {
    this.#response = response;
  }

  withResponse(): Promise<ParleyResponse<Data>> {
    return this.#response;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise.
  then<Fulfilled = Data, Rejected = never>(
    onFulfilled?: ((data: Data) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: OnRejected<Rejected>,
  ): Promise<Fulfilled | Rejected> {
    return this.#response.then(({ data }) => data).then(onFulfilled, onRejected);
  }

  catch<Rejected = never>(onRejected?: OnRejected<Rejected>): Promise<Data | Rejected> {
    return this.then(undefined, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<Data> {
    return this.then().finally(onFinally);
  }
}

export interface PageData<Item> {
  readonly data: Item[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/** A page of a list. Iterating over it goes on with the following pages. */
export class Page<Item> implements AsyncIterable<Item> {
  readonly data: Item[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly #getPage: (cursor: string) => PromiseLike<Page<Item>>;

  constructor(
    { data, has_more, next_cursor }: PageData<Item>,
    getPage: (cursor: string) => PromiseLike<Page<Item>>,
  ) {
    this.data = data;
    this.has_more = has_more;
    this.next_cursor = next_cursor;
    this.#getPage = getPage;
  }

  /** Null after the last page. */
  async getNextPage(): Promise<Page<Item> | null> {
    return this.has_more && this.next_cursor !== null
      ? await this.#getPage(this.next_cursor)
      : null;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    for (let page: Page<Item> | null = this; page; page = await page.getNextPage()) {
      yield* page.data;
    }
  }
}

/** The promise of a page. `for await` reads all items of the list, page by page. */
export class PagePromise<Item> extends RequestPromise<Page<Item>> implements AsyncIterable<Item> {
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    yield* await this;
  }
}
