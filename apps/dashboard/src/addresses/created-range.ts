import { DAY_MS } from '@parley/domain';
import { readLocal } from '#preferences/local-time.ts';
import type { Days } from './search-params.ts';

/** The input of a query for the rows that were created on some days of a time zone. */
export const createdRange = ({ created_from: from, created_to: to }: Days, zone: string) => ({
  created_from: from && getStart(from, zone),
  created_before:
    to && getStart(new Date(Date.parse(to) + DAY_MS).toISOString().slice(0, 10), zone),
});

/** The instant at which a day begins. A change of the clock makes some days shorter or longer. */
const getStart = (day: string, zone: string) => readLocal(`${day}T00:00`, zone)?.toISOString();
