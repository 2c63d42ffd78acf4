// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderPage } from '#test/render.tsx';
import { Deliveries } from './deliveries.tsx';
import type { Endpoint } from './endpoint-types.ts';
import type { EndpointView } from './search-params.ts';

afterEach(cleanup);

const endpoint = { id: 'whend_1', status: 'active' } as Endpoint;

it.each<[EndpointView, string | null, string]>([
  [{}, null, 'No deliveries yet.'],
  [{ older: 'a' }, null, 'There are no older deliveries.'],
  [{ status: 'failed' }, null, 'No delivery has this status.'],
  [{ status: 'failed', older: 'a' }, null, 'No older delivery has this status.'],
  [
    { status: 'failed' },
    'b',
    'None of the newest 50,000 deliveries has this status. Older ones may.',
  ],
  [
    { status: 'failed', older: 'a' },
    'b',
    'None of these 50,000 deliveries has this status. Older ones may.',
  ],
])(
  'the empty page %j of the deliveries, with the next one at %s, says: %s',
  async (view, next_cursor, title) => {
    const page = { data: [], has_more: next_cursor !== null, next_cursor };
    await renderPage(<Deliveries endpoint={endpoint} page={page} view={view} />);
    expect(screen.getByText(title)).toBeDefined();
  },
);
