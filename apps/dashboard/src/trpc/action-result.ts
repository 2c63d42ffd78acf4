import type { Address } from '#addresses/mode-route.ts';
import type { Translator } from '#messages/translator.ts';
import { readRpcError } from './client.ts';
import { assignToFields, type FieldError, type FieldLabels } from './field-labels.ts';

/** What a successful action shows. */
export interface ActionSuccess {
  readonly message?: string;
  /** Leads to what the action created. */
  readonly link?: { readonly label: string; readonly href: Address };
  /** The page to open next. */
  readonly goTo?: Address;
}

/** An action that failed. */
export interface ActionFailure {
  readonly message: string;
  /** Set for an unchanged message of the API. Other messages are in the language of the page. */
  readonly lang?: 'en';
  /** Why, if the message says only what failed. */
  readonly reason?: Pick<ActionFailure, 'message' | 'lang'>;
  /** Null if the server sent no response. */
  readonly requestId: string | null;
  /** The form field at fault, if the message belongs to one. */
  readonly field: string | null;
  /** All form fields at fault, if there can be several. */
  readonly fields?: readonly FieldError[];
}

export type ActionResult =
  | ({ readonly status: 'succeeded' } & ActionSuccess)
  | ({ readonly status: 'failed' } & ActionFailure);

/** A failure that is described already. */
export class FailedAction extends Error {
  override readonly name = 'FailedAction';
  readonly failure: ActionFailure;

  constructor(failure: ActionFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Describes why an action failed. What is wrong with labeled fields belongs to these fields. */
export function describeFailure(
  t: Translator<'forms'>,
  error: unknown,
  labels: FieldLabels = {},
): ActionFailure {
  if (error instanceof FailedAction) return error.failure;
  const rpcError = readRpcError(error);
  if (rpcError === null) {
    return {
      message: t('noResponse'),
      requestId: null,
      field: null,
    };
  }
  return { requestId: rpcError.requestId, ...assignToFields(t, rpcError, labels) };
}
