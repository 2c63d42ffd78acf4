import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ApiRequest,
  ConnectionError,
  type Parley,
  RateLimitError,
  ServerError,
} from '@parley/sdk';
import { type Command, Option } from 'commander';
import { createClient, readLogin } from '../config.ts';
import { clean, paint, print, printJson, printJsonLines, printStyled } from '../output.ts';

/** The log has a request about a second after its response. */
const POLL_MS = 1_000;
const PAGE_SIZE = 100;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Ids of printed requests that are remembered. */
const MAX_KNOWN = 10_000;

interface Options {
  readonly status?: string;
  readonly method?: (typeof methods)[number];
  readonly path?: string;
  readonly session?: string;
  readonly limit: string;
  readonly json?: true;
  readonly follow?: true;
}

type Filter = NonNullable<Parameters<Parley['requests']['list']>[0]>;

export function addRequestCommands(program: Command): void {
  const requests = program.command('requests').description('list, follow and show API requests');
  const addList = (name: string, description: string) =>
    requests
      .command(name)
      .description(description)
      .option('--status <status>', 'only this status, or a class such as 4xx')
      .addOption(new Option('--method <method>', 'only this method').choices(methods))
      .option('--path <prefix>', 'only paths that begin with this, such as /v1/proxy_sessions')
      .option('--session <id>', 'only requests about this session')
      .option('--json', 'one JSON object per line');

  addList('list', 'the newest requests')
    .option('--limit <number>', 'how many, at most 100', '20')
    .option('-f, --follow', 'continue with new ones, as tail does')
    .action((options: Options) => (options.follow ? followRequests(options) : list(options)));

  addList('tail', 'the newest requests, and new ones while they are made')
    .option('--limit <number>', 'how many of the newest to begin with, at most 100', '10')
    .action(followRequests);

  requests
    .command('get <request>')
    .description('a request with its redacted body and response')
    .action(async (id: string) => {
      const { request } = await createClient(await readLogin()).requests.retrieve(id);
      printJson(request, 2);
    });
}

/** Whether a request has the method, status and path of a filter. */
const isWanted = ({ status = '', method, path = '' }: Options, request: ApiRequest): boolean =>
  String(request.status).startsWith(status.replace('xx', '')) &&
  (method === undefined || request.method === method) &&
  request.path.startsWith(path);

const getFilter = ({ status, method, path, session }: Options): Filter => ({
  ...(status && { status }),
  ...(method && { method }),
  ...(path && { path }),
  ...(session && { proxy_session_id: session }),
});

async function list(options: Options): Promise<void> {
  const query = { ...getFilter(options), limit: Number(options.limit) };
  const { data } = await createClient(await readLogin()).requests.list(query);
  if (options.json) return printJsonLines(data);
  if (data.length === 0) return print('No requests.');
  for (const request of data) printRequest(request);
}

/** Prints requests, oldest first, until the process is stopped. */
async function followRequests(options: Options): Promise<void> {
  const { requests } = createClient(await readLogin());
  const notify = (line: string) => process.stderr.write(`${clean(line)}\n`);
  const show = options.json ? printJson : printRequest;
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stopping.abort());
  }
  const { signal } = stopping;
  // An index has the requests of a session only. For a rare value of the other filters, each page would examine
  // 25,000 requests, so they are applied here.
  const query = { ...(options.session && { proxy_session_id: options.session }), limit: PAGE_SIZE };
  const newest = await requests.list(query, { signal });
  const begin = await requests.list({ ...getFilter(options), limit: PAGE_SIZE }, { signal });
  const known = new Set([...newest.data, ...begin.data].map(({ id }) => id));
  /** Ids sort by time: what is older is not new. */
  let oldest = newest.data.at(-1)?.id ?? '';
  for (const request of begin.data.slice(0, Number(options.limit)).reverse()) show(request);
  notify('Ready: waiting for requests. Stop with Ctrl+C.');

  /** The requests that are not known, oldest first. A slow one may be older than known ones. */
  async function readNew(): Promise<ApiRequest[]> {
    const found: ApiRequest[] = [];
    let page = await requests.list(query, { signal });
    while (true) {
      const unknown = page.data.filter(({ id }) => id > oldest && !known.has(id));
      found.push(...unknown);
      const next = unknown.length > 0 ? await page.getNextPage() : null;
      if (!next) return found.reverse();
      page = next;
    }
  }

  let isConnected = true;
  while (!signal.aborted) {
    try {
      await sleep(POLL_MS, undefined, { signal });
      for (const request of await readNew()) {
        if (isWanted(options, request)) show(request);
        known.add(request.id);
      }
      for (const id of [...known].sort().slice(0, -MAX_KNOWN)) {
        known.delete(id);
        if (id > oldest) oldest = id;
      }
      if (!isConnected) notify('Connected again.');
      isConnected = true;
    } catch (error) {
      if (signal.aborted) return;
      const isTemporary = [ConnectionError, ServerError, RateLimitError].some(
        (type) => error instanceof type,
      );
      if (!isTemporary) throw error;
      if (isConnected) notify('The connection was lost. Connecting again…');
      isConnected = false;
    }
  }
}

function printRequest(request: ApiRequest): void {
  const { created_at, method, path, status, error_code, duration_ms, id } = request;
  const time = new Date(created_at).toTimeString().slice(0, 8);
  const style = status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
  const parts = [time, method.padEnd(6), path].map(clean);
  const result = [
    paint(style, String(status)),
    ...(error_code ? [clean(error_code)] : []),
    `${duration_ms} ms`,
    clean(id),
  ];
  printStyled([...parts, ...result].join('  '));
}
