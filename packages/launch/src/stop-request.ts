import { Socket } from 'node:net';

// A signal to the whole group reaches this process twice: from the terminal and from its parent.
const echoMs = 1_000;

/**
 * Aborts when the user, the system or a dying parent wants this process to end. Whoever asks a
 * second time gets an end at once; what still runs is then the guard's to stop.
 */
export function stopRequest(): AbortSignal {
  const request = new AbortController();
  let askedAt: number | undefined;
  const ask = () => {
    const now = performance.now();
    if (askedAt !== undefined && now - askedAt > echoMs) process.exit(1);
    askedAt ??= now;
    request.abort(new Error('Stopped.'));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
  if (process.env.PARLEY_STARTED_AT !== undefined) {
    // The bootstrap's lifeline; see bin/bootstrap.mjs.
    const lifeline = new Socket({ fd: 3, readable: true, writable: false });
    lifeline.on('error', ask).once('close', ask).resume().unref();
    delete process.env.PARLEY_STARTED_AT;
  }
  return request.signal;
}
