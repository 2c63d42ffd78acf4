// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { failureDigest } from '#failure-digest.ts';
import { render } from '#test/render.tsx';

vi.mock('next/navigation', () => ({ usePathname: () => '/test/sessions' }));

import { Failure } from './failure.tsx';

afterEach(cleanup);

function renderFailure(code: string) {
  const retry = vi.fn();
  const digest = failureDigest.write({ code, requestId: 'req_1' });
  render(<Failure error={Object.assign(new Error('failed'), { digest })} retry={retry} />);
  return retry;
}

it('links to the first page of a list whose cursor is invalid, and offers no retry', () => {
  renderFailure('invalid_request');
  expect(screen.getByRole('link').getAttribute('href')).toBe('/test/sessions');
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText('invalid_request · req_1')).toBeTruthy();
});

it('offers a retry while the service is unavailable', async () => {
  const retry = renderFailure('service_unavailable');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('link')).toBeNull();
});
