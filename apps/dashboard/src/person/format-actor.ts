import type { Translator } from '#messages/translator.ts';

/** The people that entries can name. */
export interface People {
  /** The user id of the person who is reading. */
  readonly readerId: string;
  /** Names of the merchant's members by user id. */
  readonly names: ReadonlyMap<string, string>;
}

/** Names the actor of an entry from the reader's point of view. */
export function formatActor(
  t: Translator<'common'>,
  kind: string,
  id: string | null,
  { readerId, names }: People,
): string {
  switch (kind) {
    case 'user':
      if (id === readerId) return t('actor.you');
      return names.get(id ?? '') ?? t('actor.formerMember');
    case 'api_key':
      return t('actor.server');
    case 'payer':
      return t('actor.payer');
    case 'provider':
      return t('actor.provider');
    default:
      return t('actor.parley');
  }
}
