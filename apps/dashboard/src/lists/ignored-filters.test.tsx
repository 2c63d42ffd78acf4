// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { render } from '#test/render.tsx';
import { IgnoredFilters } from './ignored-filters.tsx';

afterEach(cleanup);

it('names the filters that the list does not apply, and is empty without any', () => {
  const params = { status: ['paid', 'payed'], buyer: 'x'.repeat(500) };
  const { rerender } = render(<IgnoredFilters params={params} view={{ status: ['paid'] }} />);
  expect(screen.getByRole('status').textContent).toBe(
    `Ignored 2 invalid filters in the URL: status=payed, buyer=${'x'.repeat(54)}…`,
  );
  rerender(<IgnoredFilters params={{ status: 'paid' }} view={{ status: ['paid'] }} />);
  expect(screen.queryByRole('status')).toBeNull();
});
