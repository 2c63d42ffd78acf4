// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPage, rpcError } from '#test/render.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { TextField } from './text-field.tsx';

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: vi.fn() }) }));

afterEach(cleanup);

async function openDialog(action: (form: FormData) => Promise<object>) {
  const user = userEvent.setup();
  await renderPage(
    <ConfirmDialog action={action} submit="Archive" title="Archive it?" trigger="Archive…">
      <TextField label="Note" name="note" />
    </ConfirmDialog>,
  );
  const trigger = screen.getByRole('button', { name: 'Archive…' });
  await user.click(trigger);
  const dialog = screen.getByRole('dialog', { name: 'Archive it?' });
  return { user, trigger, dialog };
}

describe('ConfirmDialog', () => {
  it('opens with the focus on itself, and runs nothing yet', async () => {
    const action = vi.fn(async () => ({}));
    const { dialog } = await openDialog(action);
    expect(document.activeElement).toBe(dialog);
    expect(action).not.toHaveBeenCalled();
  });

  it('runs the action and closes, with the focus on the button that opened it', async () => {
    const action = vi.fn(async (_form: FormData) => ({}));
    const { user, trigger } = await openDialog(action);
    await user.type(screen.getByLabelText('Note'), 'by phone');
    await user.click(screen.getByRole('button', { name: 'Archive' }));
    expect(action.mock.calls[0]?.[0].get('note')).toBe('by phone');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(trigger));
  });

  it('closes without running the action on Cancel', async () => {
    const action = vi.fn(async () => ({}));
    const { user, trigger } = await openDialog(action);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(action).not.toHaveBeenCalled();
    await waitFor(() => expect(document.activeElement).toBe(trigger));
  });

  it('closes on Escape, but asks first if something was entered', async () => {
    const confirmClose = vi.fn(() => false);
    vi.stubGlobal('confirm', confirmClose);
    const { user, trigger } = await openDialog(async () => ({}));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(confirmClose).not.toHaveBeenCalled();
    await user.click(trigger);
    await user.type(screen.getByLabelText('Note'), 'by phone{Escape}');
    expect(confirmClose).toHaveBeenCalledOnce();
    expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('by phone');
    confirmClose.mockReturnValue(true);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stays open with the error, and is empty when it is opened again', async () => {
    const error = rpcError({ message: 'It is archived already.' });
    const { user, trigger } = await openDialog(() => Promise.reject(error));
    await user.type(screen.getByLabelText('Note'), 'by phone');
    await user.click(screen.getByRole('button', { name: 'Archive' }));
    expect(screen.getByRole('dialog')).toBeDefined();
    expect(screen.getByText(/It is archived already\./)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(trigger);
    expect(screen.queryByText(/It is archived already\./)).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('');
  });
});
