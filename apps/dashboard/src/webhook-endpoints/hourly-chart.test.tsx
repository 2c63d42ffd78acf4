// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { render } from '#test/render.tsx';
import type { Hour } from './endpoint-types.ts';
import { HourlyChart } from './hourly-chart.tsx';

afterEach(cleanup);

const none = { succeeded: 0, failed: 0, waiting: 0 };
const hours: readonly Hour[] = Array.from({ length: 24 }, (_, n) => ({
  ...none,
  from: new Date(Date.UTC(2026, 10, 22, n)).toISOString(),
}));

it('shows the deliveries of each hour as parts of a bar, and in a table', () => {
  const busy = hours.with(5, { ...none, from: hours[5]?.from ?? '', succeeded: 900, failed: 100 });
  const { container } = render(
    <HourlyChart hours={busy.with(23, { ...none, from: hours[23]?.from ?? '', waiting: 1 })} />,
  );
  const bars = [...container.querySelectorAll('svg[width="100%"] rect')];
  const heights = bars.map((bar) => Number(bar.getAttribute('height')));
  expect(heights.map((height) => Math.round(height * 10) / 10)).toEqual([64.8, 7.2, 2]);
  const legend = within(screen.getByRole('list')).getAllByRole('listitem');
  expect(legend.map(({ textContent }) => textContent)).toEqual([
    'Delivered 900',
    'Waiting 1',
    'Failed 100',
  ]);
  const row = screen.getAllByRole('row')[6];
  expect(row?.textContent).toBe('Sun 22 Nov, 05:009000100');
});

it('says that the bars cover the newest deliveries where counting ends', () => {
  const from = hours[23]?.from ?? '';
  const { rerender } = render(
    <HourlyChart hours={hours.with(23, { ...none, from, waiting: 1 })} />,
  );
  expect(screen.queryByText(/^Only the newest/)).toBeNull();
  rerender(<HourlyChart hours={hours.with(23, { ...none, from, succeeded: 50_000 })} />);
  expect(screen.getByText(/^Only the newest 50,000 deliveries are counted\./)).toBeDefined();
  expect(screen.getByText('50,000+')).toBeDefined();
});

it('shows nothing without a delivery', () => {
  const { container } = render(<HourlyChart hours={hours} />);
  expect(container.innerHTML).toBe('');
});
