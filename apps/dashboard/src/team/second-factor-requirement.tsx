'use client';

import { useTranslations } from 'next-intl';
import { Section } from '#details/detail-page.tsx';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { usePermission } from '#person/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import styles from './team-page.module.css';

interface SecondFactorRequirementProps {
  readonly isRequired: boolean;
  /** Whether the reader is an owner. */
  readonly isOwner: boolean;
  /** The number of members who have no second factor. */
  readonly without: number;
}

/** Whether members need a second factor, and the action of an owner who changes it. */
export function SecondFactorRequirement({
  isRequired,
  isOwner,
  without,
}: SecondFactorRequirementProps) {
  const t = useTranslations('team');
  const canManage = usePermission('manage_team');
  const { mutateAsync } = trpc.team.requireSecondFactor.useMutation();

  const change = isRequired ? 'waiveFactor' : 'requireFactor';

  return (
    <Section title={t('factor.title')}>
      <div className={styles.setting}>
        <p className="muted">{isRequired ? t('factor.isRequired') : t('factor.isOptional')}</p>
        {canManage && isOwner && (
          <ConfirmDialog
            mutate={() => mutateAsync({ required: !isRequired })}
            done={t(`${change}.done`)}
            kind={isRequired ? 'danger' : 'primary'}
            submit={t(`${change}.submit`)}
            title={t(`${change}.title`)}
            trigger={t(`${change}.trigger`)}
          >
            <p>
              {isRequired
                ? t('waiveFactor.consequence')
                : t('requireFactor.consequence', { without })}
            </p>
          </ConfirmDialog>
        )}
      </div>
    </Section>
  );
}
