import {
  DomainError,
  formatId,
  getIdTime,
  ID_RANDOM_BYTES,
  idPattern,
  isId,
  parseTimestamp,
} from '@parley/domain';
import { readCursor, writeCursor } from '@parley/operations/cursor';
import { attempt, requireProperty, type Target } from '../target.ts';

const random = new Uint8Array(ID_RANDOM_BYTES).fill(171);
const id = formatId('psess', 1_790_000_000_123, random);

/** Decodes base 32 with big integers. */
const toBits = (body: string): bigint =>
  [...body].reduce(
    (bits, digit) => bits * 32n + BigInt('0123456789abcdefghjkmnpqrstvwxyz'.indexOf(digit)),
    0n,
  );

/** Ids of sessions: those that are accepted are those that can be created. */
export const ids: Target = {
  name: 'id',
  maxLength: 16 * 1024,
  seeds: [
    id,
    formatId('psess', 0, random),
    formatId('psess', 2 ** 48 - 1, random),
    'psess_',
    'psess_01',
  ],
  tokens: ['psess_', '_', '0', 'z', 'u', 'i', 'l', 'o', 'A', id, '\n', 'İ'],
  run(text, time) {
    const isMatch = time(() => idPattern('psess').test(text));
    const isAccepted = time(() => isId('psess', text));
    requireProperty(isAccepted === isMatch, 'isId and idPattern disagree');
    if (!isId('psess', text)) return 'rejected';
    const bits = toBits(text.slice('psess_'.length));
    const length = BigInt(text.length - 'psess_'.length) * 5n;
    requireProperty(BigInt(getIdTime(text)) === bits >> (length - 48n), 'getIdTime is wrong');
    return 'accepted';
  },
};

const position = { createdAt: new Date(1_790_000_000_123), id };

/** Cursors: one that is accepted is exactly the one that was written. */
export const cursors: Target = {
  name: 'cursor',
  maxLength: 16 * 1024,
  seeds: [
    writeCursor(position),
    writeCursor({ ...position, createdAt: new Date(0) }),
    Buffer.from(`01.${id}`).toString('base64url'),
    Buffer.from(`1.${id}.`).toString('base64url'),
    Buffer.from(`999999999999999.${id}`).toString('base64url'),
  ],
  tokens: [
    'MTc5',
    '.',
    '=',
    '-',
    '_',
    '+',
    '/',
    'AA',
    ' ',
    '\n',
    Buffer.from(`.${id}`).toString('base64url'),
  ],
  run(text, time) {
    const { result } = attempt(
      () => time(() => readCursor('psess', text)),
      (error) => error instanceof DomainError && error.code === 'invalid_request',
    );
    if (!result) return 'rejected';
    requireProperty(writeCursor(result) === text, 'accepts a cursor that was never written');
    return 'accepted';
  },
};

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Days from 1970 by the civil calendar. */
function countDays(year: number, month: number, day: number): number {
  const before = year - 1;
  const days = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334][month - 1] ?? 0;
  const leaps = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  return before * 365 + leaps + days + Number(month > 2 && isLeap(year)) + day - 1 - 719_162;
}

/** Reads a timestamp of RFC 3339 without `Date`, in milliseconds; null if invalid. */
function readTimestamp(text: string): number | null {
  const match =
    /^(\d{4})-(\d\d)-(\d\d)t(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:z|([+-])(\d\d):(\d\d))$/i.exec(text);
  // With the flag i, K of kelvin and the long s match letters.
  if (!match || !/^[ -~]*$/.test(text)) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(Number);
  const [zoneHour = 0, zoneMinute = 0] = match.slice(9, 11).map((part) => Number(part ?? 0));
  const lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  const isInRange =
    day >= 1 && day <= (lengths[month - 1] ?? 0) && hour < 24 && minute < 60 && second < 60;
  if (!isInRange || zoneHour > 23 || zoneMinute > 59) return null;
  const seconds = countDays(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second;
  const zone = (match[8] === '-' ? -1 : 1) * (zoneHour * 60 + zoneMinute) * 60;
  const ms = (seconds - zone) * 1_000 + Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const isInYears =
    ms >= countDays(1, 1, 1) * 86_400_000 && ms < countDays(10_000, 1, 1) * 86_400_000;
  return isInYears ? ms : null;
}

/** Timestamps of RFC 3339, compared with a reader that does not use `Date`. */
export const timestamps: Target = {
  name: 'timestamp',
  maxLength: 256 * 1024,
  seeds: [
    '2026-11-28T04:05:06.789Z',
    '2024-02-29T23:59:59+05:30',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999999999-00:00',
    '2026-02-30T24:00:00z',
    '2026-12-31T23:59:60Z',
  ],
  tokens: [
    'T',
    'Z',
    't',
    'z',
    ':',
    '-',
    '+',
    '.',
    '00',
    '23',
    '24',
    '59',
    '60',
    '29',
    '31',
    '9999',
    '0000',
  ],
  run(text, time) {
    const ms = time(() => parseTimestamp(text));
    requireProperty(ms === readTimestamp(text), 'reads another time than the reference');
    if (ms === null) return 'rejected';
    requireProperty(
      parseTimestamp(new Date(ms).toISOString()) === ms,
      'does not read what it writes',
    );
    return `accepted ${text.length}`;
  },
};
