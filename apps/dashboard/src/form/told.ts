import type { Route } from 'next';

/** What came of something a person did, as the page tells them. */
export type Told =
  | {
      readonly kind: 'done';
      readonly message: string;
      /** Where what was made can be seen. */
      readonly link?: { readonly word: string; readonly href: Route };
      /** Where to go on, at once. */
      readonly goTo?: Route;
    }
  | {
      readonly kind: 'refused';
      readonly message: string;
      readonly requestId: string | null;
      /** The field that is wrong, where it is one. */
      readonly field: string | null;
    };

export type Refused = Extract<Told, { kind: 'refused' }>;

/** What the server did not get to say. */
export const unanswered: Refused = {
  kind: 'refused',
  message: 'The dashboard does not answer. Check your connection, then try again.',
  requestId: null,
  field: null,
};

/**
 * A refusal, at its field where its message begins with the name of one.
 * @param labels what the page calls each field, by its name in the interface
 */
export function refuse(
  { message, requestId }: { readonly message: string; readonly requestId: string },
  labels: Readonly<Record<string, string>> = {},
): Refused {
  const [, field = '', rest = ''] = /^([a-z_]+)(?:\.\w+)* (.+)$/s.exec(message) ?? [];
  const label = labels[field];
  return label === undefined
    ? { kind: 'refused', message, requestId, field: null }
    : { kind: 'refused', message: `${label} ${rest}`, requestId, field };
}
