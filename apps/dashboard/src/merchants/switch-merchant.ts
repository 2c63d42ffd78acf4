'use server';

import { selectMerchant } from '@parley/auth';
import { DomainError } from '@parley/domain';
import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { readReturnPath } from '#addresses/return-path.ts';
import { getCurrentRequest, requireSession } from '#server/person.ts';
import { runtime } from '#server/runtime.ts';

/** Makes this browser act for another merchant of the person, and opens the page that `to` names. */
export async function switchMerchant(form: FormData): Promise<void> {
  const session = await requireSession();
  const merchantId = String(form.get('merchant'));
  const { accounts } = runtime();
  if (!(await selectMerchant(accounts, session, merchantId, await getCurrentRequest()))) {
    throw new DomainError('not_found', 'You are not a member of this merchant’s team.');
  }
  revalidatePath('/', 'layout');
  redirect(readReturnPath(form.get('to')?.toString()));
}
