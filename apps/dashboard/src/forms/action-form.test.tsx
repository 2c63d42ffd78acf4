// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { de } from '#messages/de/index.ts';
import type { en } from '#messages/en/index.ts';
import { renderPage, rpcError } from '#test/render.tsx';
import { ActionForm, type ActionFormProps, Announcer } from './action-form.tsx';
import { TextField } from './text-field.tsx';

const { push } = vi.hoisted(() => ({ push: vi.fn() }));
vi.mock('next/navigation', () => ({ useRouter: () => ({ push }) }));

afterEach(() => {
  cleanup();
  push.mockClear();
});

async function renderForm(action: ActionFormProps['action'], announced = false) {
  const form = (
    <ActionForm action={action} labels={{ url: 'The URL' }} submit="Save">
      <TextField label="URL" name="url" />
    </ActionForm>
  );
  await renderPage(announced ? <Announcer>{form}</Announcer> : form);
  return { user: userEvent.setup(), submit: screen.getByRole('button', { name: 'Save' }) };
}

describe('ActionForm', () => {
  it('passes the values of its fields to the action', async () => {
    const action = vi.fn(async (_form: FormData) => ({}));
    const { user, submit } = await renderForm(action);
    await user.type(screen.getByLabelText('URL'), 'https://shop.example');
    await user.click(submit);
    expect(action.mock.calls[0]?.[0].get('url')).toBe('https://shop.example');
  });

  it('shows the error of a field at the field, and focuses the field', async () => {
    const error = rpcError({ fields: { url: 'must begin with https://.' } });
    const { user, submit } = await renderForm(() => Promise.reject(error));
    await user.click(submit);
    const field = screen.getByLabelText('URL');
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    const description = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe('The URL must begin with https://.');
    expect(screen.queryByText('req_1')).toBeNull();
  });

  it('shows each invalid field its error, in English on a German page, and the rest below', async () => {
    const fields = {
      name: 'is required.',
      'event_types.1': 'is unknown.',
      expected_version: 'is old.',
    };
    render(
      <NextIntlClientProvider locale="de" messages={de as unknown as typeof en} timeZone="UTC">
        <ActionForm
          action={() => Promise.reject(rpcError({ fields }))}
          labels={{ name: 'Name', event_types: 'Ereignistypen' }}
          submit="Speichern"
        >
          <TextField label="URL" name="url" />
          <TextField label="Name" name="name" />
          <TextField label="Typen" name="event_types" />
        </ActionForm>
      </NextIntlClientProvider>,
    );
    await userEvent.setup().click(screen.getByRole('button', { name: 'Speichern' }));
    const getError = (label: string) => {
      const field = screen.getByLabelText(label);
      return document.getElementById(field.getAttribute('aria-describedby') ?? '');
    };
    expect(getError('Name')?.textContent).toBe('Name: is required.');
    expect(getError('Name')?.querySelector('[lang="en"]')?.textContent).toBe('is required.');
    expect(getError('Typen')?.textContent).toBe('Ereignistypen: is unknown.');
    expect(getError('URL')).toBeNull();
    expect(screen.getByText('expected_version is old.').lang).toBe('en');
  });

  it('shows any other error with its request id, and focuses the message', async () => {
    const error = rpcError({ message: 'The endpoint is archived.' });
    const { user, submit } = await renderForm(() => Promise.reject(error));
    await user.click(submit);
    expect(document.activeElement?.textContent).toBe('The endpoint is archived. req_1');
    expect(screen.getByText('The endpoint is archived.').lang).toBe('en');
    expect(screen.getByLabelText('URL').getAttribute('aria-invalid')).toBe('false');
  });

  it('shows a message about the connection if the server does not respond', async () => {
    const { user, submit } = await renderForm(() => Promise.reject(new TypeError('offline')));
    await user.click(submit);
    expect(document.activeElement?.textContent).toMatch(/^The dashboard is not responding\./);
  });

  it('shows the message and the link of a success', async () => {
    const link = { label: 'View it', href: '/team' as const };
    const { user, submit } = await renderForm(async () => ({ message: 'It was queued.', link }));
    await user.click(submit);
    expect(document.activeElement?.textContent).toBe('It was queued. View it');
    expect(screen.getByRole('link', { name: 'View it' }).getAttribute('href')).toBe('/team');
  });

  it('opens the next page after a success', async () => {
    const { user, submit } = await renderForm(async () => ({ goTo: '/team' }));
    await user.click(submit);
    expect(push).toHaveBeenCalledWith('/team');
  });

  it('announces a success above the list instead of in the form', async () => {
    const { user, submit } = await renderForm(async () => ({ message: 'It was queued.' }), true);
    await user.click(submit);
    expect(screen.getAllByText('It was queued.')).toHaveLength(1);
    expect(submit.closest('form')?.textContent).not.toContain('It was queued.');
  });

  it('runs the action once while it is pending, and enables the button again afterwards', async () => {
    const pending = Promise.withResolvers<object>();
    const action = vi.fn(() => pending.promise);
    const { user, submit } = await renderForm(action);
    await user.dblClick(submit);
    expect(action).toHaveBeenCalledTimes(1);
    expect(submit.getAttribute('aria-disabled')).toBe('true');
    pending.resolve({ message: 'Saved.' });
    await screen.findByText('Saved.');
    expect(submit.getAttribute('aria-disabled')).toBe('false');
    await user.click(submit);
    expect(action).toHaveBeenCalledTimes(2);
  });
});
