// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ActionForm } from '#forms/action-form.tsx';
import { NewSecret } from '#forms/new-secret.tsx';
import { TextField } from '#forms/text-field.tsx';
import { openMerchant } from '#merchants/open-merchant.ts';
import { SignOutButton } from '#shell/sign-out-button.tsx';
import { render } from '#test/render.tsx';

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: vi.fn() }) }));

const { endSession, switchMerchant } = vi.hoisted(() => ({
  endSession: vi.fn(),
  switchMerchant: vi.fn(),
}));
vi.mock('#sign-in/actions.ts', () => ({ endSession }));
vi.mock('#merchants/switch-merchant.ts', () => ({ switchMerchant }));

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

const createField = (form: string) => screen.getByRole('textbox', { name: form });

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

it('asks once for several forms, and for another form than that of the link', async () => {
  confirmLeave.mockReset().mockReturnValue(true);
  render(
    <>
      <a href="#elsewhere">Sessions</a>
      {['Name', 'Email'].map((name) => (
        <ActionForm
          action={async () => ({})}
          guardsChanges
          key={name}
          secondary={<a href="#list">Cancel {name}</a>}
          submit={`Save ${name}`}
        >
          <TextField label={name} name={name} />
        </ActionForm>
      ))}
      <SignOutButton className="button" />
    </>,
  );
  const user = userEvent.setup();
  await user.type(createField('Name'), 'Nordlicht');
  expect(follow('Cancel Name')).toBe(true);
  expect(confirmLeave).not.toHaveBeenCalled();
  await user.type(createField('Email'), 'ada@nord.example');
  expect(follow('Sessions')).toBe(true);
  expect(confirmLeave).toHaveBeenCalledTimes(1);
  confirmLeave.mockReturnValue(false);
  expect(follow('Cancel Name')).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  openMerchant('merch_2');
  expect(confirmLeave).toHaveBeenCalledTimes(4);
  expect(endSession).not.toHaveBeenCalled();
  expect(switchMerchant).not.toHaveBeenCalled();
  confirmLeave.mockReturnValue(true);
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  openMerchant('merch_2');
  expect(endSession).toHaveBeenCalledOnce();
  expect(switchMerchant).toHaveBeenCalledOnce();
});

it('asks before a new secret is lost, until the person has saved it', async () => {
  confirmLeave.mockReset().mockReturnValue(false);
  function Page() {
    const [isHidden, setIsHidden] = useState(false);
    return (
      <>
        <a href="#elsewhere">Sessions</a>
        {!isHidden && <NewSecret noun="key" onHide={() => setIsHidden(true)} value="sk_1" />}
      </>
    );
  }
  render(<Page />);
  expect(follow('Sessions')).toBe(false);
  expect(confirmLeave).toHaveBeenCalledWith(
    'Leave without saving the key? You cannot view it again.',
  );
  expect(isUnloadPrevented()).toBe(true);
  await userEvent.setup().click(screen.getByRole('button', { name: 'I have saved it' }));
  expect(follow('Sessions')).toBe(true);
  expect(isUnloadPrevented()).toBe(false);
});
