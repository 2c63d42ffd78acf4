import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** The configuration of one mode of a running sandbox; `publicUrl` is final once it listens. */
export interface Config {
  readonly livemode: boolean;
  publicUrl: string;
  readonly secretKey: string;
  readonly publishableKey: string;
  /** Receives every event, in addition to the webhook endpoints that the API created. */
  readonly webhook: { readonly url: string; readonly secret: string } | null;
  /** Milliseconds that an asynchronous payment stays in `processing`. */
  readonly settleDelayMs: number;
  /** Milliseconds to wait after each failed webhook delivery; the last value repeats. */
  readonly retryDelaysMs: readonly number[];
  readonly logger: Logger;
  /** Adds hooks to the server before its routes are mounted. */
  readonly addHooks: (app: FastifyInstance) => void;
}

/** The default API version, and the version of events: the one that the installed `stripe` package pins. */
export const API_VERSION = '2026-10-28.endive';
