import type { Route } from 'next';
import type { Translator } from '#messages/translator.ts';
import { readRpcError } from '#trpc/client.ts';
import { assignToField, type FieldLabels } from './field-labels.ts';

/** What a successful action shows. */
export interface ActionSuccess {
  readonly message?: string;
  /** Leads to what the action created. */
  readonly link?: { readonly label: string; readonly href: Route };
  /** The page to open next. */
  readonly goTo?: Route;
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
  /** The form field at fault, if it is exactly one. */
  readonly field: string | null;
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

/**
 * Describes why an action failed. An error that begins with the name of a labeled field belongs to
 * that field, and its message uses the label.
 */
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
  const { message, requestId } = rpcError;
  const failure = assignToField(t, message, labels);
  return { requestId, ...failure, ...(failure.message === message && { lang: 'en' }) };
}
