import { describe, expect, it } from 'vitest';
import { translator } from '#test/translator.ts';
import { formatReplay, formatReplayable, replayEvents } from './replay-events.ts';

const t = translator('webhookEndpoints');

const page = (replayed: number, next_cursor: string | null) => ({
  replayed,
  has_more: next_cursor !== null,
  next_cursor,
});

describe('replayEvents', () => {
  it('follows the cursors to the end', async () => {
    const cursors: (string | undefined)[] = [];
    const pages = [page(1_000, 'a'), page(1_000, 'b'), page(7, null)];
    const result = await replayEvents(async (cursor) => {
      cursors.push(cursor);
      return pages.shift() ?? page(0, null);
    });
    expect(result).toEqual({ replayed: 2_007, hasMore: false });
    expect(cursors).toEqual([undefined, 'a', 'b']);
  });

  it('stops after 20 pages', async () => {
    expect(await replayEvents(async () => page(1_000, 'again'))).toEqual({
      replayed: 20_000,
      hasMore: true,
    });
  });

  it('passes on the error of the first page', async () => {
    const error = new Error('refused');
    await expect(replayEvents(() => Promise.reject(error))).rejects.toBe(error);
  });

  it('reports how many events were queued before an error', async () => {
    const error = new Error('unavailable');
    const replay = replayEvents((cursor) =>
      cursor ? Promise.reject(error) : Promise.resolve(page(1_000, 'a')),
    );
    await expect(replay).rejects.toMatchObject({ replayed: 1_000, cause: error });
  });
});

it('formats the number of queued events', () => {
  expect(formatReplay(t, 0, false)).toBe(
    'No events to replay: all were delivered or are still being retried.',
  );
  expect(formatReplay(t, 0, true)).toMatch(/^No events to replay at the start/);
  expect(formatReplay(t, 1, false)).toBe('1 event was queued.');
  expect(formatReplay(t, 20_000, true)).toMatch(/^20,000 events were queued\. There are more/);
});

it.each([
  [1, false, '1 event would be sent.'],
  [1_200, false, '1,200 events would be sent.'],
  [1, true, '1 or more events would be sent.'],
  [0, false, 'No events to replay: all were delivered or are still being retried.'],
  [0, true, 'No events to replay at the start of this range. Choose a later start.'],
])('%i counted events, more: %s', (count, has_more, expected) => {
  expect(formatReplayable(t, { count, has_more, oldest_at: null, newest_at: null })).toBe(expected);
});
