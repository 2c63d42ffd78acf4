'use client';

import type { SecondFactorStatus } from '@parley/auth';
import { Timestamp } from '@parley/ui/components';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { Section } from '#details/detail-page.tsx';
import { ServerForm } from '#forms/server-form.tsx';
import { ListPage } from '#lists/list-page.tsx';
import listRows from '#lists/rows.module.css';
import { LanguageChoice } from '#messages/language-choice.tsx';
import { Passkeys } from '#passkeys/passkeys.tsx';
import { anyCodeField, passwordField } from '#second-factor/fields.ts';
import { SecondFactor } from '#second-factor/second-factor.tsx';
import { emailField, nameField, newPasswordField } from '#sign-in/fields.ts';
import { TimeZoneChoice } from '#time-zone/time-zone-choice.tsx';
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
  }[];
}

/** The signed-in person's own name, password and browsers. */
export function AccountPage({ name, email, secondFactor, passkeys, sessions }: AccountPageProps) {
  const shell = useTranslations('shell');
  const current = sessions.find(({ isCurrent }) => isCurrent);
  return (
    <ListPage lead={`You sign in as ${email}.`} title="Your account">
      <div className={styles.sections}>
        <Section title="Name">
          <div className={styles.form}>
            <ServerForm
              action={changeName}
              fields={[{ ...nameField, defaultValue: name }]}
              submit="Change name"
            />
          </div>
        </Section>
        <Section title="Email">
          <div className={styles.form}>
            <ServerForm
              action={changeEmail}
              fields={[
                { ...emailField, label: 'New email', autoComplete: 'email' },
                passwordField,
                ...(secondFactor.isOn ? [anyCodeField] : []),
              ]}
              submit="Change email"
            />
          </div>
        </Section>
        <Section title="Password">
          <div className={styles.form}>
            <ServerForm
              action={replacePassword}
              fields={[
                {
                  name: 'current_password',
                  label: 'Current password',
                  type: 'password',
                  autoComplete: 'current-password',
                },
                { ...newPasswordField, label: 'New password' },
                ...(secondFactor.isOn ? [anyCodeField] : []),
              ]}
              submit="Change password"
            />
          </div>
        </Section>
        <Section title="Second factor">
          <SecondFactor isOn={secondFactor.isOn} recoveryCodes={secondFactor.recoveryCodes} />
        </Section>
        <Section title="Passkeys">
          <Passkeys
            browser={describeBrowser(current?.userAgent ?? null)}
            needsPasskey={secondFactor.needsPasskey}
            passkeys={passkeys}
          />
        </Section>
        <Section title={shell('language.label')}>
          <div className={styles.form}>
            <LanguageChoice />
          </div>
        </Section>
        <Section title="Time zone">
          <div className={styles.form}>
            <TimeZoneChoice />
          </div>
        </Section>
        <Section title="Notifications">
          <p className="muted">
            <Link href="/notifications">Choose your emails</Link> about items that need attention.
          </p>
        </Section>
        <Section title="Browsers">
          <p className="muted">
            You are signed in to these browsers. Each sign-in lasts seven days, or until twelve
            hours pass without use.
          </p>
          <ul className={listRows.rows}>
            {sessions.map(({ id, isCurrent, address, userAgent, signedInAt }) => (
              <li className={listRows.row} key={id}>
                <div>
                  <p title={userAgent ?? undefined}>{describeBrowser(userAgent)}</p>
                  <p className="small">
                    Signed in <Timestamp at={signedInAt} />
                    {address && ` from ${address}`}
                  </p>
                </div>
                {isCurrent ? (
                  <span className="small">This browser</span>
                ) : (
                  <ServerForm
                    action={endBrowserSessions}
                    hidden={{ session_id: id }}
                    submit="Sign out"
                  />
                )}
              </li>
            ))}
          </ul>
          {sessions.length > 1 && (
            <ServerForm
              action={endBrowserSessions}
              kind="danger"
              submit="Sign out all other browsers"
            />
          )}
        </Section>
      </div>
    </ListPage>
  );
}
