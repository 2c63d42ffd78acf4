import type { Mode } from '@parley/domain';
import { cookies } from 'next/headers';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { failingEndpointsInput } from '#attention/describe-notices.ts';
import { Notices } from '#attention/notices.tsx';
import { Toasts } from '#components/toasts.tsx';
import { DocsUrlContext } from '#details/docs-url.tsx';
import { ProviderUrlContext } from '#details/provider-url.tsx';
import { PersonProvider } from '#person/person-context.tsx';
import { BrowserTimeZone } from '#preferences/browser-time-zone.tsx';
import { BROWSER_TIME_ZONE_COOKIE } from '#request-headers.ts';
import { getMerchants, readMemberNames, requirePerson } from '#server/person.ts';
import { fetchOptionalQueries, HydrateQueries } from '#server/queries.tsx';
import { runtime } from '#server/runtime.ts';
import { ModeBand } from './mode-band.tsx';
import { Rail } from './rail.tsx';
import styles from './shell.module.css';
import { StaleNotice } from './stale-notice.tsx';
import { TrpcProvider } from './trpc-provider.tsx';

interface ShellProps {
  /** The mode that the page and the navigation show. */
  readonly mode: Mode;
  readonly children: ReactNode;
}

/** What surrounds every page of a signed-in person, who acts for one merchant in one mode. */
export async function Shell({ mode, children }: ShellProps) {
  const t = await getTranslations('shell');
  const person = await requirePerson();
  const { userId, role, name, email, merchantId, merchantName } = person;
  const { isMerchantSuspended, hasSecondFactor, hasPasskey } = person;
  const stored = await cookies();
  const [names, merchants] = await Promise.all([
    readMemberNames(merchantId),
    getMerchants(userId),
    fetchOptionalQueries(mode, ({ attention }) =>
      Promise.all([attention.countItems.fetch(), attention.listItems.fetch(failingEndpointsInput)]),
    ),
  ]);
  return (
    <TrpcProvider
      key={`${merchantId} ${mode}`}
      {...{ merchantId, mode, hasSecondFactor, hasPasskey }}
    >
      <PersonProvider person={{ userId, role, mode, isMerchantSuspended, memberNames: names }}>
        <a className={styles.skip} href="#content">
          {t('skip')}
        </a>
        <ModeBand />
        {isMerchantSuspended && (
          <aside aria-label={t('suspension.label')} className={styles.suspension}>
            {t.rich('suspension.notice', {
              strong: (text) => <strong>{text}</strong>,
              text: (text) => <span>{text}</span>,
            })}
          </aside>
        )}
        <HydrateQueries mode={mode}>
          <DocsUrlContext url={runtime().docsUrl}>
            <div className={styles.frame}>
              <Rail
                merchants={merchants}
                person={{ name, email, role, merchantId, merchantName }}
              />
              <div className={styles.column}>
                <Notices />
                <main className={styles.content} id="content" tabIndex={-1}>
                  <ProviderUrlContext url={runtime().providerUrl}>{children}</ProviderUrlContext>
                </main>
              </div>
            </div>
          </DocsUrlContext>
        </HydrateQueries>
        <Toasts />
        <StaleNotice />
        <BrowserTimeZone stored={stored.get(BROWSER_TIME_ZONE_COOKIE)?.value ?? 'UTC'} />
      </PersonProvider>
    </TrpcProvider>
  );
}
