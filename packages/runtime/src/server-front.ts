import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { type AddressBoundOptions, createAddressBound } from './address-bound.ts';
import { clientAddress, isLoopbackAddress, type TrustedProxies } from './client-address.ts';
import { isUnknownMethod } from './http-methods.ts';
import type { ObserveRequest } from './observe-requests.ts';
import { type HeldBodies, receiveBody } from './request-body.ts';
import {
  type AnonymousRequestLimits,
  type ConcurrencyLimits,
  limitAnonymousRequests,
  limitKnownRequests,
  type WaitingRequest,
} from './requests-in-turn.ts';
import { dataResponseHeaders, fileResponseHeaders } from './security-headers.ts';

/** Of every request. The largest has a merchant's settings with a logo of 256 KiB in base64. */
export const MAX_BODY_BYTES = 384 * 1024;
/** More milliseconds than a request waits for its turn. */
const TURN_MS = 10_000;
const LIMITS = { maxBytes: MAX_BODY_BYTES, maxMs: 10_000 };
const LIMITS_TEXT =
  'The request body must be at most 384 KiB and arrive within 10 seconds, or sooner while many are sent. Send the request again.\n';

const BUSY_TEXT = 'There are too many requests. Try again in a few seconds.\n';

/**
 * A request header that only this module sets: "1" if a process of this machine sent the request, and no
 * proxy forwarded it.
 */
export const LOCAL_HEADER = 'x-parley-local';

interface FrontOptions {
  /** The public origin of the service. */
  readonly origin: string;
  /** The methods that its resources have. */
  readonly methods: readonly string[];
  readonly trustedProxies: TrustedProxies | undefined;
  /** Whether WebSockets are served, which a development server needs. */
  readonly upgrades: boolean;
  /** Requests whose body is arriving. A further one ends the oldest with 408. */
  readonly heldBodies: AddressBoundOptions;
  /** Milliseconds that a response takes at most after its turn. A connection without traffic is closed after both. */
  readonly responseTimeoutMs: number;
  /** Observes every request, also those that are refused. */
  readonly observe?: ObserveRequest;
  /** Without it, all requests are served at once. */
  readonly turns?: {
    /** For whom the request is, if its sender was authenticated lately. */
    readonly getSender: (request: IncomingMessage) => string | undefined;
    readonly known: ConcurrencyLimits;
    /** Of requests whose sender is not known. */
    readonly anonymous: AnonymousRequestLimits;
  };
}

/**
 * For a server whose framework does not expose it: it handles every request first, whatever its path and
 * method, before the framework receives it.
 * - Methods that no resource has receive 405.
 * - A request is served when it has arrived: at most 384 KiB in 10 seconds, else 413 or 408. The number of those
 *   that arrive is bounded.
 * - Requests wait for their turn, which is fair to all senders, and receive 503 when there are too many, or 429 if
 *   the sender is not known.
 * - X-Forwarded-For contains the address of the client alone, and `LOCAL_HEADER` whether that is this machine.
 * - A response without a policy and `nosniff` gets those of a file.
 */
export function guardServer(options: FrontOptions): void {
  const guarded = new WeakSet<Server>();
  const heldBodies: HeldBodies = createAddressBound(options.heldBodies);
  const serveInTurn = takeTurns(options.turns);
  const observe: ObserveRequest =
    options.observe ?? ((_request, _response, serve) => serve((work) => work()));
  // The event precedes the listeners of the server, also for its first request.
  subscribe('http.server.request.start', (message) => {
    const { server } = message as { server: Server };
    if (guarded.has(server)) return;
    guarded.add(server);
    // Node.js checks every 30 seconds whether the headers of a request are late.
    server.headersTimeout = LIMITS.maxMs;
    server.timeout = TURN_MS + options.responseTimeoutMs;
    // Without a listener, a request for an upgrade is served as one for the resource.
    if (!options.upgrades) server.removeAllListeners('upgrade');
    const listeners = server.listeners('request') as RequestListener[];
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      observe(request, response, (enter) =>
        pass(request, response, { ...options, heldBodies, serveInTurn }, () =>
          enter(() => {
            for (const listener of listeners) listener.call(server, request, response);
          }),
        ),
      );
    });
  });
}

type ServeInTurn = (request: IncomingMessage, address: string, waiting: WaitingRequest) => void;

type PassOptions = Pick<FrontOptions, 'origin' | 'methods' | 'trustedProxies'> & {
  readonly heldBodies: HeldBodies;
  readonly serveInTurn: ServeInTurn;
};

/** Rendering a page costs tens of milliseconds, so that the requests of one sender can delay those of all others. */
function takeTurns(turns: FrontOptions['turns']): ServeInTurn {
  if (!turns) return (_request, _address, { serve }) => serve();
  const serveAnonymous = limitAnonymousRequests(turns.anonymous);
  const serveKnown = limitKnownRequests(turns.known);
  return (request, address, waiting) => {
    if (isUnlimited(request)) return waiting.serve();
    const sender = turns.getSender(request);
    void (sender === undefined ? serveAnonymous(address, waiting) : serveKnown(sender, waiting));
  };
}

/** What costs little: files, and the checks of load balancers. */
const UNLIMITED = /^\/(?:_next\/static\/(?!.*(?:\.\.|%2e))|(?:icon\.svg|healthz|readyz)$)/i;

const isUnlimited = ({ url = '' }: IncomingMessage) => UNLIMITED.test(url.split('?', 1)[0] ?? '');

function pass(
  request: IncomingMessage,
  response: ServerResponse,
  { origin, methods, trustedProxies, heldBodies, serveInTurn }: PassOptions,
  serve: () => void,
): void {
  setDefaultHeaders(response, fileResponseHeaders(origin));
  const address = identifyClient(request, trustedProxies);
  const refuse = (status: number, headers: Readonly<Record<string, string>>, text?: string) =>
    response.writeHead(status, { ...dataResponseHeaders(origin), ...headers }).end(text);
  receiveBody(
    request,
    response,
    { limits: LIMITS, heldBodies, address },
    (status) => {
      const connection = status === 408 ? { connection: 'close' } : {};
      refuse(status, { 'content-type': 'text/plain', ...connection }, LIMITS_TEXT);
    },
    () => {
      if (isUnknownMethod(request.method)) return refuse(405, { allow: methods.join(', ') });
      return serveInTurn(request, address, {
        response,
        serve,
        refuse: (status, seconds) =>
          refuse(status, { 'content-type': 'text/plain', 'retry-after': `${seconds}` }, BUSY_TEXT),
      });
    },
  );
}

const REDIRECTS = [301, 302, 303, 307, 308];

/** Sets the headers that a response does not have when it is sent. */
function setDefaultHeaders(
  response: ServerResponse,
  defaults: Readonly<Record<string, string>>,
): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  // Also called for a response without an explicit head. Headers among the arguments replace these.
  response.writeHead = (...args: unknown[]) => {
    const isRedirect = REDIRECTS.includes(Number(args[0]));
    for (const [name, value] of Object.entries(defaults)) {
      // A browser may apply the policy of a redirect to the frame that follows it.
      const isNeeded = !(isRedirect && name === 'content-security-policy');
      if (isNeeded && !response.headersSent && !response.hasHeader(name))
        response.setHeader(name, value);
    }
    return writeHead(...args);
  };
}

/** Sets the headers about the client. Returns its address, which is empty if its connection has ended. */
function identifyClient(
  { headers, socket: { remoteAddress } }: IncomingMessage,
  isTrusted: TrustedProxies | undefined,
): string {
  const { forwarded, 'x-forwarded-for': given } = headers;
  delete headers[LOCAL_HEADER];
  delete headers['x-forwarded-for'];
  if (remoteAddress === undefined) return '';
  if (given === undefined && forwarded === undefined && isLoopbackAddress(remoteAddress))
    headers[LOCAL_HEADER] = '1';
  const forwardedFor = Array.isArray(given) ? given.join(',') : given;
  const address = clientAddress(remoteAddress, forwardedFor, isTrusted);
  headers['x-forwarded-for'] = address;
  return address;
}
