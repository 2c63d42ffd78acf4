import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { createAddressBound } from './address-bound.ts';

interface BodyLimits {
  /** Bytes of the bodies that a connection holds at once. */
  readonly maxBytes: number;
  /** Milliseconds in which a body must arrive. */
  readonly maxMs: number;
}

/** The requests of which a part of the body is held, each with what ends it. */
export type HeldBodies = ReturnType<typeof createAddressBound<() => void>>;

export interface BodyOptions {
  readonly limits: BodyLimits;
  readonly heldBodies: HeldBodies;
  /** Of the client. */
  readonly address: string;
}

/** By connection, because a client may send several requests before the first response. */
const heldBytes = new WeakMap<Socket, number>();

/**
 * Calls `serve` when a request has arrived with its whole body, so that what serves it neither waits for a slow
 * client nor sees a part of a body. A body beyond the limit is refused with 413, and the rest of it is dropped.
 * One that has not arrived in time is refused with 408, or its connection ends; so is the oldest that is held
 * while too many are.
 * Must be called in the event `request`, before any of the body is read.
 * @param refuse sends the whole response
 */
export function receiveBody(
  request: IncomingMessage,
  response: ServerResponse,
  { limits: { maxBytes, maxMs }, heldBodies, address }: BodyOptions,
  refuse: (status: 408 | 413) => void,
  serve: () => void,
): void {
  const { socket } = request;
  let held = 0;
  const hold = (bytes: number): number => {
    held += bytes;
    const ofConnection = (heldBytes.get(socket) ?? 0) + bytes;
    heldBytes.set(socket, ofConnection);
    return ofConnection;
  };
  let chunks: Buffer[] | null = [];
  const drop = () => {
    chunks = null;
    hold(-held);
    heldBodies.delete(refuseLate);
  };
  const refuseTooLarge = () => {
    drop();
    refuse(413);
  };
  function refuseLate(): void {
    // A request has one response.
    if (response.headersSent) return void socket.destroy();
    drop();
    refuse(408);
  }
  const timer = setTimeout(refuseLate, maxMs).unref();
  response.once('close', () => {
    drop();
    if (request.complete || socket.destroyed) clearTimeout(timer);
  });
  // Node.js passes the body to `push`. The request's own buffer stops reading at a fraction of the limit.
  const push = request.push.bind(request);
  request.push = (chunk: Buffer | null) => {
    if (chunk === null) clearTimeout(timer);
    if (chunks === null) return true;
    if (chunk === null) {
      for (const one of chunks) push(one);
      chunks = null;
      heldBodies.delete(refuseLate);
      push(null);
      serve();
    } else {
      if (chunks.length === 0) heldBodies.add(refuseLate, address)?.();
      chunks.push(chunk);
      if (hold(chunk.length) > maxBytes) refuseTooLarge();
    }
    return true;
  };
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) refuseTooLarge();
}
