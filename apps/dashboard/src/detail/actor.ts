/** Whose hand an entry shows. */
export interface Cast {
  /** The id of the person who is reading. */
  readonly readerId: string;
  /** Names of the merchant's people by their ids. */
  readonly names: ReadonlyMap<string, string>;
}

/** Who did something, as the reader would call them. */
export function tellActor(kind: string, id: string | null, { readerId, names }: Cast): string {
  switch (kind) {
    case 'user':
      if (id === readerId) return 'You';
      return names.get(id ?? '') ?? 'Somebody who has left';
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
