import { type ApiError, ConnectionError, type StreamedEvent } from '@parley/sdk';
import type { Command } from 'commander';
import { createClient, readLogin } from '../config.ts';
import { UsageError } from '../errors.ts';
import { type ForwardResult, forwardEvent } from '../listen/forward-event.ts';
import { openPosition } from '../listen/saved-position.ts';
import { clean, paint, print, printJson, printStyled, quoteLines } from '../output.ts';

/** As long as acquisition_attempt.provider_attached, so that ids are in columns. */
const TYPE_WIDTH = 37;

interface Options {
  readonly forwardTo?: string;
  readonly events?: string;
  readonly printJson?: true;
  readonly json?: true;
  readonly latest?: true;
}

export function addListen(program: Command): void {
  program
    .command('listen')
    .description('receive the events of your mode, and forward them to a server on this machine')
    .option('--forward-to <url>', 'where events are sent, such as http://localhost:4040/webhooks')
    .option('--events <types>', 'only these types, separated by commas')
    .option('--print-json', 'print each event')
    .option('--json', 'print one JSON object per event with the result of forwarding it')
    .option('--latest', 'begin now, and skip what happened since you last listened')
    .addHelpText(
      'after',
      `
Events are signed like deliveries to a webhook endpoint, with the secret that is printed at the start. It stays the
same. What happened while you did not listen is sent at the next start. A resent event arrives again, from the
dashboard too: parley events resend <event>.`,
    )
    .action(listen);
}

async function listen(options: Options): Promise<void> {
  const login = await readLogin();
  const url = options.forwardTo === undefined ? undefined : parseUrl(options.forwardTo);
  const types = options.events?.split(',').map((type) => type.trim());
  const notify = (line: string) => {
    process.stderr.write(`${clean(line)}\n`);
  };
  const position = await openPosition(login, url ?? '', notify);

  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stopping.abort());
  }
  notify(`Signing secret: ${login.signing_secret}`);
  if (url) notify(`Forwarding to ${url}`);
  const lastEventId = options.latest ? undefined : position.lastId;
  if (lastEventId !== undefined) notify('Continuing after the last event. Skip with --latest.');

  const stream = createClient(login).events.listen({
    lastEventId,
    signal: stopping.signal,
    onConnection: (state) => notify(describeConnection(state)),
  });
  for await (const message of stream) {
    const { event, messageId } = message;
    if (position.isKnown(messageId)) continue;
    if (!types || types.includes(event.type)) {
      const result = url
        ? await forwardEvent(message, { url, secret: login.signing_secret })
        : null;
      show(message, result, options);
    }
    position.add(messageId);
  }
  await position.save();
}

function parseUrl(text: string): string {
  const complete = /^\d+$/.test(text) ? `http://localhost:${text}` : text;
  if (/^https?:\/\//.test(complete) && URL.canParse(complete)) return complete;
  throw new UsageError('--forward-to must be a URL such as http://localhost:4040/webhooks.');
}

function describeConnection(state: 'connected' | ConnectionError | ApiError): string {
  if (state === 'connected') return 'Ready: waiting for events. Stop with Ctrl+C.';
  const reason = state instanceof ConnectionError ? 'The connection was lost' : state.message;
  return `${reason}. Connecting again…`.replace('..', '.');
}

function show({ event, messageId }: StreamedEvent, result: ForwardResult | null, options: Options) {
  if (options.json) {
    printJson({ message_id: messageId, event, forwarded: result });
    return;
  }
  const { object } = event.data as { object: { id?: string } };
  const time = new Date().toTimeString().slice(0, 8);
  const parts = [event.type.padEnd(TYPE_WIDTH), object.id ?? '', event.id].map(clean);
  printStyled([time, ...formatResult(result), ...parts].join('  '));
  if (options.printJson) printJson(event, 2);
  if (!result || isSuccess(result)) return;
  for (const line of quoteLines(result.detail, 5, 500))
    printStyled(`          ${paint('dim', line)}`);
  if (result.status === 400 || result.status === 401) {
    print('          Does your server verify with the signing secret above, on the raw body?');
  }
}

const isSuccess = ({ status }: ForwardResult) => status !== null && status >= 200 && status < 300;

function formatResult(result: ForwardResult | null): string[] {
  if (!result) return [];
  const status = result.status === null ? '---' : String(result.status);
  const duration = `${result.durationMs} ms`.padStart(8);
  return [paint(isSuccess(result) ? 'green' : 'red', status), duration];
}
