// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { type Procedures, renderPage, rpcError } from '#test/render.tsx';
import { ReplayForm } from './replay-form.tsx';

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: vi.fn() }) }));

afterEach(cleanup);

const id = 'whend_1';
const counted = {
  count: 1_200,
  has_more: false,
  oldest_at: '2026-11-20T10:00:00Z',
  newest_at: '2026-11-21T10:00:00Z',
};

it('says how many events a replay would send, and sends them after that', async () => {
  const count = vi.fn(async () => counted);
  const replay = vi.fn(async () => ({ replayed: 1_200, has_more: false, next_cursor: null }));
  await renderPage(<ReplayForm id={id} />, {
    procedures: { 'events.countReplayable': count, 'events.replay': replay },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Count events' }));
  expect(await screen.findByText('1,200 events would be sent.')).toBeTruthy();
  expect(screen.getByText(/^The oldest is from/).querySelectorAll('time')).toHaveLength(2);
  expect(replay).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Replay 1,200 events' }));
  expect(await screen.findByText('1,200 events were queued.')).toBeTruthy();
  const input = { webhook_endpoint_id: id, only_missed: true };
  expect([count.mock.calls, replay.mock.calls]).toEqual([[[input]], [[input]]]);
  // Another replay begins with another count.
  expect(screen.getByRole('button', { name: 'Count events' })).toBeTruthy();
});

it('another choice of events is counted again', async () => {
  const count = vi.fn(async () => counted);
  await renderPage(<ReplayForm id={id} />, { procedures: { 'events.countReplayable': count } });
  await userEvent.click(screen.getByRole('button', { name: 'Count events' }));
  await screen.findByRole('button', { name: 'Replay 1,200 events' });
  await userEvent.click(screen.getByLabelText('A time range'));
  await userEvent.click(screen.getByLabelText('Include delivered events'));
  await userEvent.click(screen.getByRole('button', { name: 'Count events' }));
  await screen.findByRole('button', { name: 'Replay 1,200 events' });
  expect(count).toHaveBeenLastCalledWith({ webhook_endpoint_id: id, only_missed: false });
});

it('says why a replay failed after it had queued events', async () => {
  const replay = vi
    .fn<Procedures[string]>()
    .mockResolvedValueOnce({ replayed: 1_000, has_more: true, next_cursor: 'a' })
    .mockRejectedValue(rpcError({ message: 'The endpoint is inactive.' }));
  await renderPage(<ReplayForm id={id} />, {
    procedures: { 'events.countReplayable': async () => counted, 'events.replay': replay },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Count events' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Replay 1,200 events' }));
  const message = await screen.findByText(/^1,000 events were queued before the replay failed\./);
  expect(message.textContent).toMatch(/ The endpoint is inactive\. req_1$/);
  expect(message.dataset.status).toBe('failed');
});
