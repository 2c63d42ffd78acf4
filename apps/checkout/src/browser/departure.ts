const getKey = (id: string) => `left:${id}`;

/**
 * Remembers that the payer of a session leaves for the provider's page. The merchant's server may have created that
 * page with an address to return to that does not say so.
 */
export function markDeparture(id: string): void {
  withStorage((storage) => storage.setItem(getKey(id), '1'));
}

/** Whether the payer has left for the provider's page in this tab since the last call. */
export function takeDeparture(id: string): boolean {
  const left = withStorage((storage) => storage.getItem(getKey(id)));
  withStorage((storage) => storage.removeItem(getKey(id)));
  return Boolean(left);
}

/** Browsers may refuse the storage, for example in a frame. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
