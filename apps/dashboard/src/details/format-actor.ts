/** The people that entries can name. */
export interface People {
  /** The user id of the person who is reading. */
  readonly readerId: string;
  /** Names of the merchant's members by user id. */
  readonly names: ReadonlyMap<string, string>;
}

/** Names the actor of an entry from the reader's point of view. */
export function formatActor(kind: string, id: string | null, { readerId, names }: People): string {
  switch (kind) {
    case 'user':
      if (id === readerId) return 'You';
      return names.get(id ?? '') ?? 'A former member';
    case 'api_key':
      return 'Your server';
    case 'payer':
      return 'The payer';
    case 'provider':
      return 'The provider';
    default:
      return 'Parley';
  }
}
