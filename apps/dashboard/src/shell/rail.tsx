'use client';

import type { Role } from '@parley/domain';
import { ToneIcon } from '@parley/ui/components';
import dynamic from 'next/dynamic';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, type RefObject, useContext, useRef } from 'react';
import type { Address } from '#addresses/mode-route.ts';
import { mainPages } from '#addresses/pages.ts';
import { formatCount } from '#attention/attention-kinds.ts';
import { useAttentionCounts } from '#attention/notices.tsx';
import { CommandButton } from '#commands/command-button.tsx';
import { Link } from '#components/link.tsx';
import { Logo } from '#components/message-page.tsx';
import { unseen } from '#components/unseen.tsx';
import { DocsUrl } from '#details/docs-url.tsx';
import { useRoute } from '#person/person-context.tsx';
import { ThemeSwitch } from '#preferences/theme-switch.tsx';
import styles from './rail.module.css';
import { SignOutButton } from './sign-out-button.tsx';

// Most people have one merchant, and load no menu.
const MerchantSwitcher = dynamic(async () => {
  const { MerchantSwitcher: Loaded } = await import('./merchant-switcher.tsx');
  return Loaded;
});

interface RailProps {
  readonly person: {
    readonly name: string;
    readonly email: string;
    readonly role: Role;
    readonly merchantId: string;
    readonly merchantName: string;
  };
  /** The merchants of the person. */
  readonly merchants: readonly { readonly id: string; readonly name: string }[];
}

/** The main navigation, with the merchant and the signed-in person. On a narrow screen, a button opens it. */
export function Rail({ person, merchants }: RailProps) {
  const t = useTranslations('shell');
  const common = useTranslations('common');
  const menu = useRef<HTMLDivElement>(null);
  const role = t(`role.${person.role}`);
  const docsUrl = useContext(DocsUrl);
  const counts = Object.values(useAttentionCounts() ?? {});
  const waiting = counts.reduce((sum, one) => sum + one, 0);
  return (
    <header className={styles.rail}>
      <div className={styles.head}>
        <Logo />
        {merchants.length > 1 ? (
          <MerchantSwitcher current={person} merchants={merchants} />
        ) : (
          <p className={styles.merchant}>{person.merchantName}</p>
        )}
      </div>
      <CommandButton merchantId={person.merchantId} merchants={merchants} />
      <button className={`button ${styles.open}`} popoverTarget="menu" type="button">
        {t('menu')}
        <Waiting count={waiting} />
      </button>
      <div className={styles.menu} id="menu" popover="auto" ref={menu}>
        <button
          className={`button ${styles.close}`}
          popoverTarget="menu"
          popoverTargetAction="hide"
          type="button"
        >
          {common('close')}
        </button>
        <nav aria-label={t('navigation')} className={styles.links}>
          {mainPages.map(({ name, href }) => (
            <RailLink href={href} key={name} menu={menu}>
              {t(`pages.${name}`)}
              {name === 'attention' && <Waiting count={waiting} />}
            </RailLink>
          ))}
          {docsUrl && (
            <a className={styles.link} href={docsUrl} rel="noreferrer" target="_blank">
              {t('documentation')}
            </a>
          )}
        </nav>
        <div className={styles.person}>
          <Link
            className={styles.name}
            href="/account"
            onClick={() => menu.current?.hidePopover()}
            title={`${person.email}, ${role}`}
          >
            <span>{person.name}</span>
            <span className={`small ${styles.role}`}>{role}</span>
          </Link>
          <ThemeSwitch />
          <SignOutButton className={styles.signOut} />
        </div>
      </div>
    </header>
  );
}

interface RailLinkProps {
  readonly href: Address;
  readonly children: ReactNode;
  /** Closes when the link is used. */
  readonly menu: RefObject<HTMLDivElement | null>;
}

function RailLink({ children, menu, ...props }: RailLinkProps) {
  const href = useRoute(props.href);
  const path = usePathname();
  const current = path === href ? 'page' : path.startsWith(`${href}/`) ? 'true' : undefined;
  return (
    <Link
      aria-current={current}
      className={styles.link}
      href={href}
      onClick={() => menu.current?.hidePopover()}
    >
      {children}
    </Link>
  );
}

/** The number of items that need attention. */
function Waiting({ count }: { readonly count: number }) {
  const t = useTranslations('shell');
  if (count === 0) return null;
  return (
    <span className={styles.waiting}>
      <ToneIcon tone="critical" />
      {t.rich('waiting', { count: formatCount(count), items: count, unseen })}
    </span>
  );
}
