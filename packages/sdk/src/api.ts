import type { Operations } from './generated/schema.ts';
import { type ListenOptions, listen, type StreamedEvent } from './listen.ts';
import type { RequestOptions, WriteOptions } from './options.ts';
import {
  Page,
  type PageData,
  PagePromise,
  type ParleyResponse,
  RequestPromise,
} from './response.ts';
import { type Config, sendRequest } from './send-request.ts';

type Id = keyof Operations;
type Input<Operation extends Id> = Operations[Operation]['input'];
type Output<Operation extends Id> = Operations[Operation]['output'];
/** What a list contains; never for an operation that returns no page. */
type Item<Operation extends Id> = Output<Operation> extends PageData<infer Item> ? Item : never;

/** Sends the requests of all resources, with the types of the OpenAPI document. */
export class Api {
  readonly #config: Config;

  constructor(config: Config) {
    this.#config = config;
  }

  read<Operation extends Id>(
    operation: Operation,
    path: string,
    query?: Input<Operation>,
    options?: RequestOptions,
  ): RequestPromise<Output<Operation>> {
    const request = { operation, method: 'GET', path: path + toQueryString(query) };
    return new RequestPromise(sendRequest(this.#config, request, options));
  }

  write<Operation extends Id>(
    operation: Operation,
    method: Operations[Operation]['method'],
    path: string,
    body: Input<Operation>,
    options?: WriteOptions,
  ): RequestPromise<Output<Operation>> {
    const request = { operation, method, path, body };
    return new RequestPromise(sendRequest(this.#config, request, options));
  }

  list<Operation extends Id>(
    operation: Operation,
    path: string,
    query?: Input<Operation>,
    options?: RequestOptions,
  ): PagePromise<Item<Operation>> {
    const load = async (): Promise<ParleyResponse<Page<Item<Operation>>>> => {
      const request = { operation, method: 'GET', path: path + toQueryString(query) };
      const response = await sendRequest<PageData<Item<Operation>>>(this.#config, request, options);
      const getPage = (cursor: string) =>
        this.list(operation, path, { ...query, cursor } as Input<Operation>, options);
      return { ...response, data: new Page(response.data, getPage) };
    };
    return new PagePromise(load());
  }

  listen(options?: ListenOptions): AsyncGenerator<StreamedEvent, void, undefined> {
    return listen(this.#config, options);
  }
}

/** Operations on one kind of resource. The client is private at run time too: a log must not show the key. */
export class Resource {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  protected get api(): Api {
    return this.#api;
  }
}

/** A path whose ids are encoded. @throws TypeError for an empty id, which would name another resource */
export function path(segments: TemplateStringsArray, ...ids: readonly string[]): string {
  return String.raw(
    { raw: segments },
    ...ids.map((id) => {
      if (typeof id !== 'string' || /^\.{0,2}$/.test(id)) {
        throw new TypeError(`An id must be a string such as psess_…, not ${JSON.stringify(id)}.`);
      }
      return encodeURIComponent(id);
    }),
  );
}

function toQueryString(query: object | undefined): string {
  const given = Object.entries(query ?? {}).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
