import type { ErrorCode } from './errors.ts';

/** The result of a command: a transition, no change, or a refusal. */
export type Decision<Status extends string, Event extends string> =
  | {
      readonly kind: 'transition';
      readonly from: Status;
      readonly to: Status;
      /** Stored with the status if the status alone is not specific; null clears the stored reason. */
      readonly reason: string | null;
      /** The event to write in the same transaction; null if the change has none. */
      readonly event: Event | null;
    }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly message: string };
