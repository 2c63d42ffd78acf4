import { DAY_MS, HOUR_MS } from '@parley/domain';
import { formatLocal, readLocal } from '#preferences/local-time.ts';

const SUNDAY = 0;

/** A time until which an item can be snoozed with one choice. */
interface SnoozeChoice {
  /** Of its text: `attention.menu`. */
  readonly id: 'hour' | 'tomorrow' | 'monday';
  readonly until: Date;
}

/**
 * The times that the menu of an item offers.
 * @param zone IANA time zone of the person
 */
export function listSnoozeChoices(now: Date, zone: string): readonly SnoozeChoice[] {
  const today = Date.parse(`${formatLocal(now, zone).slice(0, 10)}T00:00Z`);
  const weekday = new Date(today).getUTCDay();
  const morningIn = (days: number) => {
    const day = new Date(today + days * DAY_MS).toISOString().slice(0, 10);
    return readLocal(`${day}T09:00`, zone) ?? now;
  };
  const hour = new Date(now.getTime() + HOUR_MS);
  return [
    { id: 'hour', until: hour },
    { id: 'tomorrow', until: morningIn(1) },
    // On a Sunday, tomorrow is Monday.
    ...(weekday === SUNDAY ? [] : [{ id: 'monday' as const, until: morningIn(8 - weekday) }]),
  ];
}
