// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { render } from '#test/render.tsx';
import { ActionForm } from './action-form.tsx';
import { TextField } from './text-field.tsx';

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: vi.fn() }) }));

afterEach(cleanup);

const confirmLeave = vi.fn();
vi.stubGlobal('confirm', confirmLeave);

/** Whether a click on a link opens it. */
const follow = (name: string, init: MouseEventInit = {}) =>
  fireEvent.click(screen.getByRole('link', { name }), init);
const isUnloadPrevented = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

it('confirms before changed values are lost, until they are saved', async () => {
  confirmLeave.mockReturnValue(false);
  render(
    <>
      <a href="#elsewhere">Sessions</a>
      <ActionForm
        action={async () => ({ message: 'Saved.' })}
        guardsChanges
        submit="Save"
        secondary={<a href="#list">Cancel</a>}
      >
        <TextField input={{ defaultValue: 'Nordlicht' }} label="Name" name="name" />
      </ActionForm>
    </>,
  );
  const user = userEvent.setup();
  expect(follow('Sessions')).toBe(true);
  await user.type(screen.getByRole('textbox', { name: 'Name' }), ' Coffee');
  expect(follow('Sessions')).toBe(false);
  expect(isUnloadPrevented()).toBe(true);
  expect(follow('Sessions', { ctrlKey: true })).toBe(true);
  expect(follow('Cancel')).toBe(true);
  confirmLeave.mockReturnValue(true);
  expect(follow('Sessions')).toBe(true);

  confirmLeave.mockReset();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByText('Saved.')).toBeDefined());
  expect(follow('Sessions')).toBe(true);
  expect(isUnloadPrevented()).toBe(false);
  expect(confirmLeave).not.toHaveBeenCalled();
});
