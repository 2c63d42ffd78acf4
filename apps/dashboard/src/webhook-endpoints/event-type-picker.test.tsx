// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPage, rpcError } from '#test/render.tsx';
import { EditEndpointForm, NewEndpointForm } from './endpoint-form.tsx';

const { push } = vi.hoisted(() => ({ push: vi.fn() }));
vi.mock('next/navigation', () => ({ useRouter: () => ({ push }) }));

afterEach(cleanup);

const endpoint = {
  id: 'whend_1',
  url: 'https://shop.example/hooks',
  event_types: ['proxy_session.paid', 'subscription.ended'],
  event_schema_version: '2026-11-01',
  status: 'active',
};
const saved = async () => ({ webhook_endpoint: endpoint });

describe('the event types of an endpoint', () => {
  it('are all types by default, including future ones', async () => {
    const create = vi.fn(saved);
    await renderPage(<NewEndpointForm />, { procedures: { 'webhookEndpoints.create': create } });
    expect(screen.queryByRole('checkbox')).toBeNull();
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('URL'), 'https://shop.example/hooks');
    await user.click(screen.getByRole('button', { name: 'Add endpoint' }));
    expect(create).toHaveBeenCalledWith(
      expect.objectContaining({ url: 'https://shop.example/hooks', event_types: null }),
    );
    expect(push).toHaveBeenCalledWith('/test/webhooks/whend_1');
  });

  it('can be selected, except for the ping', async () => {
    const create = vi.fn(saved);
    await renderPage(<NewEndpointForm />, { procedures: { 'webhookEndpoints.create': create } });
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('URL'), 'https://shop.example/hooks');
    await user.click(screen.getByLabelText('Selected events only'));
    expect(screen.queryByLabelText('webhook_endpoint.ping')).toBeNull();
    await user.click(screen.getByLabelText('subscription.ended'));
    await user.click(screen.getByRole('button', { name: 'Add endpoint' }));
    expect(create).toHaveBeenCalledWith(
      expect.objectContaining({ event_types: ['subscription.ended'] }),
    );
  });

  it('show their error below them', async () => {
    const error = rpcError({ fields: { event_types: 'must name at least one event type.' } });
    await renderPage(<NewEndpointForm />, {
      procedures: { 'webhookEndpoints.create': () => Promise.reject(error) },
    });
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('URL'), 'https://shop.example/hooks');
    await user.click(screen.getByRole('button', { name: 'Add endpoint' }));
    const group = screen.getByRole('group', { name: 'Events' });
    const description = document.getElementById(group.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe('The event types must name at least one event type.');
  });

  it('of an existing endpoint are selected, and can be changed back to all', async () => {
    const update = vi.fn(saved);
    await renderPage(<EditEndpointForm id="whend_1" />, {
      procedures: { 'webhookEndpoints.get': saved, 'webhookEndpoints.update': update },
    });
    const checked = screen
      .getAllByRole<HTMLInputElement>('checkbox')
      .filter((box) => box.checked)
      .map((box) => box.value);
    expect(checked).toEqual(endpoint.event_types);
    const user = userEvent.setup();
    await user.click(screen.getByLabelText('All events, including future types'));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(update).toHaveBeenCalledWith(
      expect.objectContaining({ webhook_endpoint_id: 'whend_1', event_types: null }),
    );
  });
});
