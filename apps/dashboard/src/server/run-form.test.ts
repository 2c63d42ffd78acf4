import { redirect } from 'next/navigation';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { orPageFailure } from './person.ts';
import { runForm } from './run-form.ts';

vi.mock('next-intl/server', () => import('#test/server-messages.ts'));

const isRedirect = { digest: expect.stringMatching(/^NEXT_REDIRECT;.*\/sign-in;/) };

it('leaves redirects of a server action to Next.js', async () => {
  const run = async () => redirect('/sign-in');
  const result = runForm(new FormData(), { schema: z.object({}), labels: {}, run });
  await expect(result).rejects.toMatchObject(isRedirect);
});

it('leaves redirects of a read for a page to Next.js', async () => {
  const read = orPageFailure(async () => redirect('/sign-in'));
  await expect(read).rejects.toMatchObject(isRedirect);
});
