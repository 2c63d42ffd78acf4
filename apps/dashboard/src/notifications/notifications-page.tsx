'use client';

import { type AttentionKind, attentionKinds } from '@parley/domain';
import { useTranslations } from 'next-intl';
import { orderedKinds } from '#attention/attention-kinds.ts';
import { ActionForm } from '#forms/action-form.tsx';
import { Option } from '#forms/text-field.tsx';
import { ListPage } from '#lists/list-page.tsx';
import { SkeletonCards } from '#lists/skeleton-cards.tsx';
import { trpc } from '#trpc/client.ts';
import styles from './notifications-page.module.css';

/** The emails that the reader gets about items that need attention. */
export function NotificationsPage() {
  const t = useTranslations('notifications');
  const [{ kinds }] = trpc.notifications.get.useSuspenseQuery();
  const { mutateAsync } = trpc.notifications.save.useMutation({ gcTime: 0 });

  return (
    <ListPage lead={t('lead')} title={t('title')}>
      <ActionForm
        mutate={(form) => mutateAsync({ kinds: attentionKinds.filter((kind) => form.has(kind)) })}
        done={t('saved')}
        guardsChanges
        kind="primary"
        layout="column"
        submit={t('save')}
      >
        <fieldset className={styles.kinds}>
          <legend>{t('kinds')}</legend>
          {orderedKinds.map((kind) => (
            <KindOption isChosen={kinds.includes(kind)} key={kind} kind={kind} />
          ))}
        </fieldset>
        <p className="muted">{t('rules')}</p>
      </ActionForm>
    </ListPage>
  );
}

function KindOption({
  kind,
  isChosen,
}: {
  readonly kind: AttentionKind;
  readonly isChosen: boolean;
}) {
  const t = useTranslations('attention.kind');
  return (
    <Option
      defaultChecked={isChosen}
      hint={t(`${kind}.nextAction`)}
      label={t(`${kind}.label`)}
      name={kind}
      type="checkbox"
    />
  );
}

/** The page while the choices load. */
export function NotificationsLoading() {
  const t = useTranslations('notifications');
  return (
    <ListPage lead={t('lead')} title={t('title')}>
      <SkeletonCards count={2} label={t('loading')} />
    </ListPage>
  );
}
