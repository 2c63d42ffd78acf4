import { findSecondFactor, listPasskeys } from '@parley/auth';
import type { ReactNode } from 'react';
import { readLastMode } from '#server/mode.ts';
import { getCurrentAccess, getCurrentSession } from '#server/person.ts';
import { runtime } from '#server/runtime.ts';
import { PersonalShell } from '#shell/personal-shell.tsx';
import { Shell } from '#shell/shell.tsx';

/**
 * The pages that both modes share. The navigation leads to the mode used last. Someone who may act for no
 * merchant still reaches their account, the only one of these pages that shows no data of a merchant.
 */
export default async function SharedLayout({ children }: { readonly children: ReactNode }) {
  const { person } = await getCurrentAccess();
  if (!person) {
    const session = await getCurrentSession();
    const { accounts } = runtime();
    const [secondFactor, passkeys = []] = session
      ? await Promise.all([findSecondFactor(accounts, session), listPasskeys(accounts, session)])
      : [];
    const proofs = {
      hasSecondFactor: secondFactor?.isOn ?? false,
      hasPasskey: passkeys.length > 0,
    };
    return <PersonalShell {...proofs}>{children}</PersonalShell>;
  }
  return <Shell mode={await readLastMode()}>{children}</Shell>;
}
