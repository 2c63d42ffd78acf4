// @vitest-environment happy-dom
import { cleanup, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { TrpcProvider } from '#shell/trpc-provider.tsx';
import { render } from '#test/render.tsx';
import { trpc } from './client.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

let refetch: () => unknown = () => {};

function Page() {
  const query = trpc.attention.countItems.useQuery();
  refetch = query.refetch;
  return null;
}

test('a page without an input for five minutes says so in its requests', async () => {
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get('x-parley-unattended'));
    return Response.json([{ result: { data: { payment_conflict: 0 } } }]);
  });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  render(
    <TrpcProvider hasPasskey={false} hasSecondFactor={false} merchantId="merch_1" mode="live">
      <Page />
    </TrpcProvider>,
  );
  await waitFor(() => expect(sent).toEqual([null]));
  vi.setSystemTime(Date.now() + 301_000);
  await refetch();
  fireEvent.keyDown(window);
  await refetch();
  expect(sent).toEqual([null, '1', null]);
});
