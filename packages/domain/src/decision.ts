import type { ErrorCode } from './errors.ts';

/** What a transition table answers: a change, nothing to do, or a refusal with its reason. */
export type Decision<Status extends string, Event extends string> =
  | {
      readonly kind: 'transition';
      readonly from: Status;
      readonly to: Status;
      /** Why, where the status alone does not tell; null clears an earlier reason. */
      readonly reason: string | null;
      /** The event to write in the same transaction; null where a change is nobody's business. */
      readonly event: Event | null;
    }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly message: string };
