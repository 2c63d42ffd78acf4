import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { type ReceivedEvent, type ReceiverCommand, receiverHosts } from './receiver-protocol.ts';

// The process with the merchants' servers: records requests and reports them on command.

let seen: ReceivedEvent[] = [];
let hanging = new Set<string>();
let delayed = new Set<string>();
let delayMs = 0;
let secrets = new Map<string, Webhook>();
const held = new Set<ServerResponse>();

const now = () => performance.timeOrigin + performance.now();

const receive: RequestListener = (request, response) => {
  const at = now();
  const path = request.url ?? '/';
  const verifier = secrets.get(path);
  const headers = request.headers as Record<string, string>;
  const done = (signed: boolean) => {
    seen.push([path, headers['webhook-id'] ?? '', at, signed]);
    if (hanging.has(path)) held.add(response);
    else if (delayed.has(path)) setTimeout(() => response.writeHead(200).end(), delayMs);
    else response.writeHead(204).end();
  };
  if (!verifier) {
    request.resume().on('end', () => done(true));
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    try {
      verifier.verify(Buffer.concat(chunks).toString(), headers);
      done(true);
    } catch {
      done(false);
    }
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
for (const host of receiverHosts) await listen(host, port);
process.send?.({ port });

process.on('message', (message: ReceiverCommand) => {
  if (message.do === 'forget') {
    seen = [];
    for (const response of held) response.destroy();
    held.clear();
  }
  if (message.do === 'hang') hanging = new Set(message.paths);
  if (message.do === 'delay') {
    delayed = new Set(message.paths);
    delayMs = message.ms;
  }
  if (message.do === 'verify') {
    const entries = Object.entries(message.secrets);
    secrets = new Map(entries.map(([path, secret]) => [path, new Webhook(secret)]));
  }
  process.send?.(message.do === 'dump' ? { seen } : { count: seen.length });
});
process.on('disconnect', () => process.exit(0));
