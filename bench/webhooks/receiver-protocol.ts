import { platform } from 'node:os';

/**
 * Loopback addresses of the receiver, so that each endpoint is a separate server. Only Linux has more
 * than one without configuration.
 */
export const receiverHosts: readonly string[] =
  platform() === 'linux' ? Array.from({ length: 100 }, (_, i) => `127.0.1.${i + 1}`) : [];

/** A received event: path, event id, arrival (ms since 1970), whether its signature is valid. */
export type ReceivedEvent = readonly [
  path: string,
  id: string,
  at: number,
  signatureValid: boolean,
];

/** A command of the benchmark to the receiver. */
export type ReceiverCommand =
  | { readonly do: 'forget' }
  | { readonly do: 'dump' }
  | { readonly do: 'count' }
  | { readonly do: 'hang'; readonly paths: readonly string[] }
  /** Answers with 200 after `ms`. */
  | { readonly do: 'delay'; readonly paths: readonly string[]; readonly ms: number }
  | { readonly do: 'verify'; readonly secrets: Readonly<Record<string, string>> };
