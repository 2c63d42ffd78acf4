import type { Kind } from '../kind.ts';
import { attempt } from './attempt.ts';
import { cart } from './cart.ts';
import { providerObject } from './provider-object.ts';
import { sessionStatus } from './session-status.ts';
import { webhookEndpoint } from './webhook-endpoint.ts';

/** Every kind of object with a sequential specification. */
export const kinds: readonly Kind<unknown, unknown, unknown>[] = [
  cart,
  attempt,
  providerObject,
  sessionStatus,
  webhookEndpoint,
  // Each kind reads only its own states and operations, which a list of all kinds cannot express.
].map((kind) => kind as unknown as Kind<unknown, unknown, unknown>);
