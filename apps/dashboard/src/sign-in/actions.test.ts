import { describe, expect, it, vi } from 'vitest';
import { finishPasswordReset, startPasswordReset, startSession, startSignUp } from './actions.ts';

vi.mock('next-intl/server', () => import('#test/server-messages.ts'));

function getForm(values: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

// None of these requests reaches the database, which would fail on U+0000 and log an error.
describe('a form', () => {
  it.each([
    ['signs in', startSession],
    ['signs up', startSignUp],
    ['resets a password', startPasswordReset],
  ])('that %s refuses an invalid email', async (_what, action) => {
    for (const email of ['ada\0@nord.example', 'ada', 'ada@nord.example\nBcc: eve@evil.example']) {
      const result = await action(null, getForm({ email, password: 'correct horse battery' }));
      expect(result).toMatchObject({ status: 'failed', field: 'email' });
    }
  });

  it('refuses U+0000 in any field', async () => {
    const form = getForm({ token: 'a', password: 'correct horse\0battery' });
    expect(await finishPasswordReset(null, form)).toMatchObject({
      status: 'failed',
      field: 'password',
      message: 'Password must not contain control characters.',
    });
  });
});
