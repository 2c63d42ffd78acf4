'use client';

import { brandColors } from '@parley/domain';
import '@parley/ui/logo.css';
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
  const heading = useId();
  const { name, support_email, support_phone, support_url, terms_url, privacy_url } = settings;
  const contacts = [support_email, support_phone, support_url && 'Help page'].filter(Boolean);
  const links = [terms_url && 'Terms', privacy_url && 'Privacy policy'].filter(Boolean);
  return (
    <section aria-labelledby={heading} className={styles.preview}>
      <h2 id={heading}>Preview of the payer page</h2>
      <div className={`card ${styles.page}`}>
        {logoUrl && <img alt="Your logo" className="logo" src={logoUrl} />}
        <p className={styles.name}>{name || 'Display name'}</p>
        <p className={styles.total}>
          <span>Total</span> <strong>€42.00</strong>
        </p>
        <SampleButton color={settings.accent_color} radius={settings.corner_radius} />
        {settings.success_text && (
          <div className={styles.success}>
            <p className={styles.small}>After the payment and on the receipt:</p>
            <p className={styles.successText} dir="auto">
              {settings.success_text}
            </p>
          </div>
        )}
        {contacts.length > 0 && (
          <p className={styles.links}>
            Contact {name}: {contacts.join(' · ')}
          </p>
        )}
        {links.length > 0 && <p className={styles.links}>{links.join(' · ')}</p>}
      </div>
    </section>
  );
}

interface SampleButtonProps {
  readonly color: string | null;
  /** Pixels. */
  readonly radius: number | null;
}

/** The policy of the page blocks style attributes, but not styles that its scripts set. */
function SampleButton({ color, radius }: SampleButtonProps) {
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
      Pay €42.00
    </p>
  );
}
