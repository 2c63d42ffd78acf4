'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Columns } from '#details/detail-page.tsx';
import { ActionForm } from '#forms/action-form.tsx';
import { ListPage } from '#lists/list-page.tsx';
import { SkeletonCards } from '#lists/skeleton-cards.tsx';
import { usePermission } from '#person/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import { PayerPagePreview } from './payer-page-preview.tsx';
import {
  getContent,
  getLogoUrl,
  getSettingsLabels,
  readLogoUrl,
  readSettings,
  type Settings,
  type SettingsDraft,
} from './read-settings.ts';
import { SettingsFields } from './settings-fields.tsx';
import styles from './settings-page.module.css';

/** The settings of the merchant, with a preview of the payer page. */
export function SettingsPage() {
  const t = useTranslations('settings');
  const [settings] = trpc.settings.get.useSuspenseQuery();
  const { mutateAsync } = trpc.settings.update.useMutation({ gcTime: 0 });
  const canManage = usePermission('manage_settings');
  const router = useRouter();
  // The fields begin with these values. What the query reads later must not be overwritten unseen, so a
  // save names their version.
  const [saved, setSaved] = useState(settings);
  const [draft, setDraft] = useState<SettingsDraft>(settings);
  const [logoUrl, setLogoUrl] = useState(getLogoUrl(settings));

  function show(after: Settings) {
    setSaved(after);
    setDraft(after);
    setLogoUrl(getLogoUrl(after));
    // The navigation shows the name.
    router.refresh();
  }

  async function save(form: FormData) {
    const logo = await readLogoUrl(form);
    show(
      await mutateAsync({
        ...readSettings(form),
        expected_version: saved.version,
        logo: logo && getContent(logo),
      }),
    );
    return { message: t('saved') };
  }

  async function preview(form: FormData) {
    setDraft(readSettings(form));
    const selected = await readLogoUrl(form);
    setLogoUrl(selected === undefined ? getLogoUrl(saved) : selected);
  }

  return (
    <ListPage lead={t('lead')} title={t('title')}>
      {!canManage && <p className="muted">{t('readOnly')}</p>}
      <Columns
        main={
          <div
            className={styles.form}
            onInput={({ currentTarget }) => {
              const form = currentTarget.querySelector('form');
              if (form) void preview(new FormData(form));
            }}
          >
            {canManage ? (
              <ActionForm
                action={save}
                describeMessage={(message, error) =>
                  error?.fields.some(({ field }) => field === 'expected_version')
                    ? t('conflict')
                    : message
                }
                guardsChanges
                kind="primary"
                labels={getSettingsLabels(t)}
                layout="column"
                submit={t('save')}
              >
                <SettingsFields key={saved.version} settings={saved} />
              </ActionForm>
            ) : (
              <fieldset className={styles.readOnly} disabled>
                <SettingsFields settings={settings} />
              </fieldset>
            )}
          </div>
        }
        side={<PayerPagePreview logoUrl={logoUrl} settings={draft} />}
      />
    </ListPage>
  );
}

/** The page while the settings load. */
export function SettingsLoading() {
  const t = useTranslations('settings');
  return (
    <ListPage lead={t('lead')} title={t('title')}>
      <SkeletonCards count={3} label={t('loading')} />
    </ListPage>
  );
}
