// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Route } from 'next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Toasts } from '#components/toasts.tsx';
import { render } from '#test/render.tsx';
import { ExportLink } from './export-link.tsx';

let send: ReadableStreamDefaultController<Uint8Array>;
let saved: string[];
const fetchFile = vi.fn<typeof fetch>();

beforeEach(() => {
  saved = [];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      send = controller;
    },
  });
  const headers = { 'content-disposition': 'attachment; filename="sessions-test.csv"' };
  fetchFile.mockReset().mockImplementation(async (_, init) => {
    init?.signal?.addEventListener('abort', () => send.error(new DOMException('', 'AbortError')));
    return new Response(body, { headers });
  });
  vi.stubGlobal('fetch', fetchFile);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const write = (text: string) => send.enqueue(new TextEncoder().encode(text));

async function start() {
  render(
    <>
      <ExportLink href={'/test/sessions/export' as Route} />
      <Toasts />
    </>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('link', { name: 'Export CSV' }));
  return user;
}

it('shows how many rows were read, without line breaks in values, and saves the file', async () => {
  await start();
  write('id,items\na,"two\nlines"\n');
  const progress = await screen.findByText('1 row so far…');
  expect(progress.getAttribute('role')).toBe('status');
  write('b,"say ""hi""\n"\n');
  expect(await screen.findByText('2 rows so far…')).toBeDefined();
  expect(saved).toEqual([]);
  send.close();
  expect(await screen.findByText('2 rows were exported.')).toBeDefined();
  expect(saved).toEqual(['sessions-test.csv']);
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
});

it('saves nothing when a person stops it', async () => {
  const user = await start();
  write('id\na\n');
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  expect(await screen.findByText('The export was stopped. No file was saved.')).toBeDefined();
  expect(saved).toEqual([]);
});

it('saves nothing when the response breaks off', async () => {
  await start();
  write('id\na\n');
  send.error(new TypeError('network error'));
  expect(await screen.findByText(/^The export was interrupted/)).toBeDefined();
  expect(saved).toEqual([]);
});

it('says why the server refuses it', async () => {
  fetchFile.mockResolvedValue(new Response('Sign in, then export again.\n', { status: 401 }));
  await start();
  await waitFor(() =>
    expect(screen.getByText('The export was refused. Sign in, then export again.')).toBeDefined(),
  );
  expect(saved).toEqual([]);
});
