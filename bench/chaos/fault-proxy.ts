import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Reads what a client sends on one connection. Returns whether the bytes contain a write. */
export type WriteWatcher = (bytes: Buffer) => boolean;

/**
 * What the proxy does wrong. `cut` ends the connection before the server receives a write, after the server has
 * received it, or after the server has responded. `stall` does not end it: the client has to time out.
 */
export type LinkFault =
  | { readonly kind: 'cut_before' | 'cut_during' | 'cut_after'; readonly ratio: number }
  | { readonly kind: 'stall_before' | 'stall_after'; readonly ratio: number }
  /** Forwards nothing in both directions, and ends no connection. */
  | { readonly kind: 'half_open' }
  /** Ends all connections and refuses new ones. */
  | { readonly kind: 'refuse' }
  | { readonly kind: 'delay'; readonly ms: number };

interface ProxyOptions {
  readonly target: { readonly host: string; readonly port: number };
  readonly port: number;
  readonly createWatcher: () => WriteWatcher;
  /** Returns a number from 0 to 1, which decides whether a write is affected. */
  readonly random: () => number;
}

/** A TCP proxy between two processes that injects faults. */
export interface FaultProxy {
  readonly port: number;
  /** The number of writes that were affected so far. */
  readonly affected: number;
  setFault(fault: LinkFault | null): void;
  stop(): Promise<void>;
}

/** Starts a proxy without a fault. */
export async function startFaultProxy(options: ProxyOptions): Promise<FaultProxy> {
  const { target, createWatcher, random } = options;
  let fault: LinkFault | null = null;
  let affected = 0;
  const open = new Set<() => void>();

  const server = createServer((client) => {
    if (fault?.kind === 'refuse') return void client.destroy();
    const upstream = connect(target);
    const watch = createWatcher();
    /** Bytes were lost, so nothing more may be forwarded on this connection. */
    let isStalled = false;
    let onResponse: 'cut' | 'stall' | null = null;
    const close = () => {
      open.delete(close);
      client.destroy();
      upstream.destroy();
    };
    open.add(close);
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      socket.on('error', close).on('close', close);
    }

    const forward = (to: Socket, bytes: Buffer) => {
      if (fault?.kind === 'delay') setTimeout(() => to.write(bytes), fault.ms);
      else to.write(bytes);
    };
    const loses = () => isStalled || fault?.kind === 'half_open';

    client.on('data', (bytes) => {
      const isWrite = watch(bytes);
      if (loses()) {
        isStalled = true;
        return;
      }
      const affects = isWrite && fault && 'ratio' in fault && random() < fault.ratio;
      if (!affects) return forward(upstream, bytes);
      affected += 1;
      switch (fault?.kind) {
        case 'cut_before':
          return close();
        case 'stall_before':
          isStalled = true;
          return;
        case 'cut_during':
          upstream.write(bytes, () => setImmediate(close));
          return;
        default:
          onResponse = fault?.kind === 'cut_after' ? 'cut' : 'stall';
          upstream.write(bytes);
      }
    });
    upstream.on('data', (bytes) => {
      if (onResponse === 'cut') return close();
      if (loses() || onResponse === 'stall') {
        isStalled = true;
        return;
      }
      forward(client, bytes);
    });
  });
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  const closeAll = () => {
    for (const close of [...open]) close();
  };
  return {
    port: options.port,
    get affected() {
      return affected;
    },
    setFault(next) {
      fault = next;
      if (next?.kind === 'refuse') closeAll();
    },
    async stop() {
      closeAll();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Watches requests of HTTP/1.1 for those that write. */
export const watchPosts = (): WriteWatcher => (bytes) =>
  bytes.subarray(0, 5).toString('latin1') === 'POST ';
