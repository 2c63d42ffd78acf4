import {
  Agent,
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http';
import { type StartedServer, startServer } from '@parley/testing';

const CHECK_EVERY_MS = 200;

interface Backend {
  readonly url: string;
  isReady: boolean;
}

/** An HTTP proxy that sends requests in turn to the processes whose /readyz responds 200. It repeats none. */
export interface LoadBalancer extends StartedServer {
  /** Adds a process and waits until it gets requests. */
  add(url: string): Promise<void>;
  /** Removes a process that has ended. */
  remove(url: string): void;
}

export async function startLoadBalancer(): Promise<LoadBalancer> {
  const backends: Backend[] = [];
  const agent = new Agent({ keepAlive: true });
  let turn = 0;

  const check = async (backend: Backend) => {
    const response = await fetch(`${backend.url}/readyz`).catch(() => null);
    await response?.body?.cancel();
    backend.isReady = response?.ok ?? false;
  };
  const timer = setInterval(() => backends.forEach((one) => void check(one)), CHECK_EVERY_MS);

  function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const ready = backends.filter(({ isReady }) => isReady);
    const backend = ready[turn++ % ready.length];
    const fail = (reason: string) =>
      outgoing.writeHead(502).end(JSON.stringify({ error: { code: reason } }));
    if (!backend) return void fail('no process is ready');
    const { method, headers, url } = incoming;
    const request = send(`${backend.url}${url}`, { method, headers, agent }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    request.on('error', (error) => {
      if (outgoing.headersSent) outgoing.destroy();
      else fail(error.message);
    });
    incoming.pipe(request);
  }

  // A busy client may use a connection in the moment in which it would be closed as idle.
  const server = await startServer(createServer({ keepAliveTimeout: 0 }, forward));
  return {
    ...server,
    async add(url) {
      const backend = { url, isReady: false };
      await check(backend);
      if (!backend.isReady) throw new Error(`${url} is not ready`);
      backends.push(backend);
    },
    remove(url) {
      backends.splice(0, backends.length, ...backends.filter((one) => one.url !== url));
    },
    async stop() {
      clearInterval(timer);
      agent.destroy();
      await server.stop();
    },
  };
}
