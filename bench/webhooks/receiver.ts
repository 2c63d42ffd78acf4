import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { platform } from 'node:os';

// The process with the merchants' servers: records requests and reports them on command.

/** A received event: its id and arrival, in milliseconds since 1970. */
export type ReceivedEvent = readonly [id: string, at: number];

/** A command of the benchmark to the receiver. Each is answered with what was received since the last `forget`. */
export type ReceiverCommand =
  | { readonly do: 'forget' | 'list' | 'count' }
  /** Responds to these paths after `ms`. */
  | { readonly do: 'delay'; readonly paths: readonly string[]; readonly ms: number };

export interface ReceiverReply {
  readonly count: number;
  /** Only after `list`. */
  readonly events: readonly ReceivedEvent[];
}

/** What the receiver sends first. */
export interface ReceiverAddress {
  readonly port: number;
  /** Addresses with this port, so that each endpoint is a separate server. */
  readonly hosts: readonly string[];
}

// Only Linux has more than one loopback address without configuration.
const hosts =
  platform() === 'linux' ? Array.from({ length: 100 }, (_, i) => `127.0.1.${i + 1}`) : [];

let received: ReceivedEvent[] = [];
let delayed = new Set<string>();
let delayMs = 0;

const receive: RequestListener = (request, response) => {
  const at = performance.timeOrigin + performance.now();
  request.resume().on('end', () => {
    received.push([String(request.headers['webhook-id']), at]);
    const respond = () => response.writeHead(204).end();
    if (delayed.has(request.url ?? '')) setTimeout(respond, delayMs);
    else respond();
  });
};

/** Listens on a loopback address and returns the port. */
async function listen(host: string, port: number): Promise<number> {
  const server = createServer({ keepAliveTimeout: 60_000 }, receive).listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

const port = await listen('127.0.0.1', 0);
for (const host of hosts) await listen(host, port);
process.send?.({ port, hosts: ['127.0.0.1', ...hosts] } satisfies ReceiverAddress);

process.on('message', (message: ReceiverCommand) => {
  if (message.do === 'forget') received = [];
  if (message.do === 'delay') {
    delayed = new Set(message.paths);
    delayMs = message.ms;
  }
  const events = message.do === 'list' ? received : [];
  process.send?.({ count: received.length, events } satisfies ReceiverReply);
});
process.on('disconnect', () => process.exit(0));
