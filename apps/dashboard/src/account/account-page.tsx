'use client';

import type { SecondFactorStatus } from '@parley/auth';
import { Timestamp } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { Link } from '#components/link.tsx';
import { Section } from '#details/detail-page.tsx';
import { ServerForm } from '#forms/server-form.tsx';
import { ListPage } from '#lists/list-page.tsx';
import listRows from '#lists/rows.module.css';
import { Passkeys } from '#passkeys/passkeys.tsx';
import { LanguageChoice } from '#preferences/language-choice.tsx';
import { TimeZoneChoice } from '#preferences/time-zone-choice.tsx';
import { anyCodeField, passwordField } from '#second-factor/fields.ts';
import { SecondFactor } from '#second-factor/second-factor.tsx';
import { emailField, nameField, newPasswordField } from '#sign-in/fields.ts';
import styles from './account-page.module.css';
import { changeEmail, changeName, endBrowserSessions, replacePassword } from './actions.ts';
import { describeBrowser } from './describe-browser.ts';

interface AccountPageProps {
  readonly name: string;
  readonly email: string;
  readonly secondFactor: SecondFactorStatus;
  readonly passkeys: ComponentProps<typeof Passkeys>['passkeys'];
  /** The sign-ins of the person, newest first. */
  readonly sessions: readonly {
    readonly id: string;
    readonly isCurrent: boolean;
    readonly address: string | null;
    readonly userAgent: string | null;
    /** RFC 3339. */
    readonly signedInAt: string;
    /** RFC 3339. The actual last use can be a few minutes later. */
    readonly lastUsedAt: string;
  }[];
}

/** The signed-in person's own name, password and browsers. */
export function AccountPage({ name, email, secondFactor, passkeys, sessions }: AccountPageProps) {
  const t = useTranslations('account');
  const signIn = useTranslations('signIn');
  const factor = useTranslations('secondFactor');
  const shell = useTranslations('shell');
  const current = sessions.find(({ isCurrent }) => isCurrent);
  return (
    <ListPage lead={t('lead', { email })} title={t('title')}>
      <div className={styles.sections}>
        <Section title={t('name.title')}>
          <div className={styles.form}>
            <ServerForm
              action={changeName}
              guardsChanges
              fields={[{ ...nameField(signIn), defaultValue: name }]}
              submit={t('name.submit')}
            />
          </div>
        </Section>
        <Section title={t('email.title')}>
          <div className={styles.form}>
            <ServerForm
              action={changeEmail}
              guardsChanges
              fields={[
                { ...emailField(signIn), label: t('field.newEmail'), autoComplete: 'email' },
                passwordField(factor),
                ...(secondFactor.isOn ? [anyCodeField(factor)] : []),
              ]}
              submit={t('email.submit')}
            />
          </div>
        </Section>
        <Section title={t('password.title')}>
          <div className={styles.form}>
            <ServerForm
              action={replacePassword}
              guardsChanges
              fields={[
                {
                  name: 'current_password',
                  label: t('field.currentPassword'),
                  type: 'password',
                  autoComplete: 'current-password',
                },
                { ...newPasswordField(signIn), label: t('field.newPassword') },
                ...(secondFactor.isOn ? [anyCodeField(factor)] : []),
              ]}
              submit={t('password.submit')}
            />
          </div>
        </Section>
        <Section title={t('factor.title')}>
          <SecondFactor isOn={secondFactor.isOn} recoveryCodes={secondFactor.recoveryCodes} />
        </Section>
        <Section title={t('passkeys.title')}>
          <Passkeys
            browser={describeBrowser(t, current?.userAgent ?? null)}
            needsPasskey={secondFactor.needsPasskey}
            passkeys={passkeys}
          />
        </Section>
        <Section title={shell('language.label')}>
          <div className={styles.form}>
            <LanguageChoice />
          </div>
        </Section>
        <Section title={t('timeZone.title')}>
          <div className={styles.form}>
            <TimeZoneChoice />
          </div>
        </Section>
        <Section title={t('notifications.title')}>
          <p className="muted">
            {t.rich('notifications.link', {
              link: (text) => <Link href="/notifications">{text}</Link>,
            })}
          </p>
        </Section>
        <Section title={t('browsers.title')}>
          <p className="muted">{t('browsers.explanation')}</p>
          <ul className={listRows.rows}>
            {sessions.map(({ id, isCurrent, address, userAgent, signedInAt, lastUsedAt }) => (
              <li className={listRows.row} key={id}>
                <div>
                  <p title={userAgent ?? undefined}>{describeBrowser(t, userAgent)}</p>
                  <p className="small">
                    {t.rich('browsers.signedIn', {
                      time: () => <Timestamp at={signedInAt} />,
                      hasAddress: String(Boolean(address)),
                      address: address ?? '',
                    })}
                    {!isCurrent && (
                      <>
                        {' · '}
                        {t.rich('browsers.lastUsed', {
                          time: () => <Timestamp at={lastUsedAt} />,
                        })}
                      </>
                    )}
                  </p>
                </div>
                {isCurrent ? (
                  <span className="small">{t('browsers.current')}</span>
                ) : (
                  <ServerForm
                    action={endBrowserSessions}
                    hidden={{ session_id: id }}
                    submit={t('browsers.signOut')}
                  />
                )}
              </li>
            ))}
          </ul>
          {sessions.length > 1 && (
            <ServerForm
              action={endBrowserSessions}
              kind="danger"
              submit={t('browsers.signOutOthers')}
            />
          )}
        </Section>
      </div>
    </ListPage>
  );
}
