import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections and to servers that listen on port 0. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_767;
const MAX_TRIES = 1_000;

/** Takes the UDP port of the same number, which no server of ours uses. Null if another process has it. */
function holdUdpPort(port: number): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = createSocket('udp4');
    socket.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    );
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(socket.unref()));
  });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen(port, () => server.close(() => resolve(true)));
  });
}

/**
 * Finds a free TCP port and reserves it until this process ends: no other call gets it, in any process. A port that
 * is merely free can be taken before the server that it is meant for has started.
 */
export async function reservePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    const reservation = await holdUdpPort(port);
    if (!reservation) continue;
    if (await isFree(port)) return port;
    reservation.close();
  }
  throw new Error(`No port from ${FIRST_PORT} to ${LAST_PORT} is free.`);
}

/** Reserves different ports, as `reservePort` does. */
export function reservePorts(count: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, reservePort));
}
