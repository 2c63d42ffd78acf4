import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { errorResponse } from '@parley/router';
import { type AddressBoundOptions, createAddressBound } from '@parley/runtime/address-bound';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from './errors.ts';
import { hasBody } from './unread-body.ts';

/**
 * Bounds connections on which no request is in progress: they are idle, or their request has not
 * arrived up to the end of its headers. The oldest is closed for a new one, and unused ones for the shutdown.
 */
export function boundConnections(app: FastifyInstance, limits: AddressBoundOptions): void {
  const idle = createAddressBound<Socket>(limits);
  const requestsOn = new WeakMap<Socket, number>();
  const addIdle = (socket: Socket) => {
    idle.add(socket, socket.remoteAddress ?? '')?.destroy();
  };

  app.server.on('connection', (socket) => {
    addIdle(socket);
    socket.once('close', () => idle.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    requestsOn.set(socket, (requestsOn.get(socket) ?? 0) + 1);
    idle.delete(socket);
    response.once('close', () => {
      const others = (requestsOn.get(socket) ?? 1) - 1;
      requestsOn.set(socket, others);
      if (others === 0 && !socket.destroyed) addIdle(socket);
    });
  });
  // For Node.js, a connection is idle after its first request only. The shutdown would wait for those that clients
  // open in advance.
  app.addHook('preClose', (done) => {
    for (const socket of idle.items()) if (socket.bytesRead === 0) socket.destroy();
    done();
  });
}

interface Upload {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface UploadBounds {
  /** Of callers whose key was authenticated before the body is read. */
  readonly authorized: AddressBoundOptions;
  /** Of callers who are known only by the body itself, such as by its signature. */
  readonly unauthenticated: AddressBoundOptions;
}

/**
 * Bounds requests whose body is still arriving. The oldest receives 408 for a new one. Bodies of unauthenticated
 * callers have a bound of their own, so that they end no upload of a key. A body that has arrived with its headers
 * never counts: many requests may wait for one key to be read, and continue in the same turn of the event loop.
 */
export function boundUploads(app: FastifyInstance, bounds: UploadBounds): void {
  const authorized = createAddressBound<Upload>(bounds.authorized);
  const unauthenticated = createAddressBound<Upload>(bounds.unauthenticated);
  const arriving = new WeakSet<FastifyRequest>();
  const uploadByRequest = new WeakMap<FastifyRequest, Upload>();
  const getBound = ({ routeOptions }: FastifyRequest) =>
    routeOptions.config.hasUnauthenticatedBody ? unauthenticated : authorized;

  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (hasBody(request)) {
      const upload = { request, reply };
      arriving.add(request);
      setImmediate(() => {
        if (!arriving.has(request) || reply.raw.closed) return;
        const uploads = getBound(request);
        uploadByRequest.set(request, upload);
        reply.raw.once('close', () => uploads.delete(upload));
        const slowest = uploads.add(upload, request.ip);
        if (slowest) rejectUpload(slowest);
      });
    }
    done();
  });
  app.addHook('preValidation', (request, _reply, done) => {
    arriving.delete(request);
    const upload = uploadByRequest.get(request);
    if (upload) getBound(request).delete(upload);
    done();
  });
}

function rejectUpload({ request, reply }: Upload): void {
  reply.header('connection', 'close');
  const message = 'The body arrived too slowly while others were waiting. Send the request again.';
  sendError(reply, request, errorResponse('request_timeout', message));
}
