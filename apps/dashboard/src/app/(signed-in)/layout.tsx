import type { ReactNode } from 'react';
import { Notices } from '#attention/notices.tsx';
import { memberNames, merchantsOf, requirePerson } from '#server/person.ts';
import { fetchOptionalQueries, HydrateQueries } from '#server/queries.tsx';
import { PersonProvider } from '#shell/person-context.tsx';
import { Rail } from '#shell/rail.tsx';
import { StaleNotice } from '#shell/stale-notice.tsx';
import { TrpcProvider } from '#trpc/provider.tsx';
import styles from './layout.module.css';

export default async function SignedInLayout({ children }: { readonly children: ReactNode }) {
  const { userId, role, mode, name, email, merchantId, merchantName, isMerchantSuspended } =
    await requirePerson();
  const [names, merchants] = await Promise.all([
    memberNames(merchantId),
    merchantsOf(userId),
    fetchOptionalQueries((queries) => queries.attention.list.fetch()),
  ]);
  return (
    // Another merchant has another cache.
    <TrpcProvider key={merchantId} merchantId={merchantId}>
      <PersonProvider person={{ userId, role, mode, isMerchantSuspended, memberNames: names }}>
        <a className={styles.skip} href="#content">
          Skip to content
        </a>
        <aside aria-label="Mode" className={styles.band}>
          <strong>Test mode</strong> <span>No real money moves.</span>
        </aside>
        {isMerchantSuspended && (
          <aside aria-label="Suspension" className={styles.band}>
            <strong>Suspended</strong> <span>API keys are refused, and you may only view.</span>
          </aside>
        )}
        <HydrateQueries>
          <div className={styles.frame}>
            <Rail merchants={merchants} person={{ name, email, role, merchantId, merchantName }} />
            <div className={styles.column}>
              <Notices />
              <main className={styles.content} id="content" tabIndex={-1}>
                {children}
              </main>
            </div>
          </div>
        </HydrateQueries>
        <StaleNotice />
      </PersonProvider>
    </TrpcProvider>
  );
}
