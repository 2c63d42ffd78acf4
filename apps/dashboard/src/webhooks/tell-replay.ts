/**
 * How much of a replay is under way.
 * @param more whether there are events that it did not come to
 */
export function tellReplay(replayed: number, more: boolean): string {
  if (replayed === 0) return 'There is nothing to send: it has everything.';
  const events = replayed === 1 ? '1 event is' : `${replayed.toLocaleString('en')} events are`;
  return `${events} on ${replayed === 1 ? 'its' : 'their'} way.${more ? ' There are more: replay again once these have arrived.' : ''}`;
}
