'use client';

import { brandColors } from '@parley/domain';
import { useMoney } from '@parley/ui/components';
import '@parley/ui/logo.css';
import { useTranslations } from 'next-intl';
import { useEffect, useId, useRef } from 'react';
import type { SettingsDraft } from './read-settings.ts';
import styles from './settings-page.module.css';

interface PayerPagePreviewProps {
  readonly settings: SettingsDraft;
  /** Null without a logo. */
  readonly logoUrl: string | null;
}

/** What payers see of the settings, with a sample order. */
export function PayerPagePreview({ settings, logoUrl }: PayerPagePreviewProps) {
  const t = useTranslations('settings');
  const amount = useSampleAmount();
  const heading = useId();
  const { name, support_email, support_phone, support_url, terms_url, privacy_url } = settings;
  const contacts = [support_email, support_phone, support_url && t('field.support_url')].filter(
    Boolean,
  );
  const links = [terms_url && t('field.terms_url'), privacy_url && t('field.privacy_url')].filter(
    Boolean,
  );
  return (
    <section aria-labelledby={heading} className={styles.preview}>
      <h2 id={heading}>{t('preview.title')}</h2>
      <div className={`card ${styles.page}`}>
        {logoUrl && <img alt={t('preview.logo')} className="logo" src={logoUrl} />}
        <p className={styles.name}>{name || t('field.name')}</p>
        <p className={styles.total}>
          <span>{t('preview.total')}</span> <strong>{amount}</strong>
        </p>
        <SampleButton color={settings.accent_color} radius={settings.corner_radius} />
        {settings.success_text && (
          <div className={styles.success}>
            <p className={styles.small}>{t('preview.afterPayment')}</p>
            <p className={styles.successText} dir="auto">
              {settings.success_text}
            </p>
          </div>
        )}
        {contacts.length > 0 && (
          <p className={styles.links}>
            {t('preview.contact', { name, contacts: contacts.join(' · ') })}
          </p>
        )}
        {links.length > 0 && <p className={styles.links}>{links.join(' · ')}</p>}
      </div>
    </section>
  );
}

/** The total of the sample order. */
function useSampleAmount(): string {
  return useMoney()({ amountMinor: 4_200, currency: 'eur' });
}

interface SampleButtonProps {
  readonly color: string | null;
  /** Pixels. */
  readonly radius: number | null;
}

/** The policy of the page blocks style attributes, but not styles that its scripts set. */
function SampleButton({ color, radius }: SampleButtonProps) {
  const t = useTranslations('settings');
  const amount = useSampleAmount();
  const button = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const style = button.current?.style;
    const colors = color === null ? null : brandColors(color);
    style?.setProperty('background', colors?.background ?? '');
    style?.setProperty('color', colors?.text ?? '');
    style?.setProperty('border-color', colors?.border ?? '');
    style?.setProperty('border-radius', radius === null ? '' : `${radius}px`);
  }, [color, radius]);
  return (
    <p className={styles.button} ref={button}>
      {t('preview.pay', { amount })}
    </p>
  );
}
