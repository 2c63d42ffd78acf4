import type { Logger } from 'pino';

/** What one running sandbox knows about itself; `publicUrl` is settled once it listens. */
export interface Config {
  publicUrl: string;
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhook: { readonly url: string; readonly secret: string } | null;
  /** How long an asynchronous payment stays in `processing`. */
  readonly settleDelayMs: number;
  /** The wait after each failed webhook delivery; the last one repeats. */
  readonly retryDelaysMs: readonly number[];
  readonly logger: Logger;
}

/** The version events are rendered in: the one the `stripe` package of this house pins. */
export const API_VERSION = '2026-10-28.endive';
