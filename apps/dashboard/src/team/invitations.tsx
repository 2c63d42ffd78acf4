'use client';

import { Timestamp } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { ActionForm } from '#forms/action-form.tsx';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { readField, TextField } from '#forms/text-field.tsx';
import { type Outputs, trpc } from '#trpc/client.ts';
import { memberFields } from './member-fields.ts';
import { RoleField } from './role-field.tsx';
import styles from './team-page.module.css';

interface InviteMemberProps {
  readonly isOwner: boolean;
  readonly opensAtFirst: boolean;
}

/** A button with the dialog that invites a person. */
export function InviteMember({ isOwner, opensAtFirst }: InviteMemberProps) {
  const t = useTranslations('team');
  const { mutateAsync } = trpc.team.invite.useMutation();

  return (
    <ConfirmDialog
      mutate={(form) =>
        mutateAsync({ email: readField(form, 'email'), role: memberFields.readRole(form) })
      }
      done={(form) => t('invite.done', { email: readField(form, 'email') })}
      kind="primary"
      labels={memberFields.labels(t)}
      opensAtFirst={opensAtFirst}
      submit={t('invite.submit')}
      title={t('invite.title')}
      trigger={t('invite.trigger')}
      triggerKind="primary"
    >
      <p className="muted">{t('invite.explanation')}</p>
      <TextField
        input={{ type: 'email', required: true, maxLength: 254, autoComplete: 'off' }}
        label={t('field.email')}
        name="email"
      />
      <RoleField canChooseOwner={isOwner} />
    </ConfirmDialog>
  );
}

interface InvitationItemProps {
  readonly invitation: Outputs['team']['list']['invitations'][number];
  readonly canChange: boolean;
}

/** An invitation that was not accepted yet. */
export function InvitationItem({ invitation, canChange }: InvitationItemProps) {
  const t = useTranslations('team');
  const { id, email, role, expires_at, expired } = invitation;
  const resend = trpc.team.resendInvitation.useMutation();
  const cancel = trpc.team.cancelInvitation.useMutation();

  return (
    <li className={styles.person}>
      <div className={styles.who}>
        <p>
          <strong>{email}</strong>
        </p>
        <p className="small">
          {t.rich(expired ? 'invitation.expired' : 'invitation.expires', {
            time: () => <Timestamp at={expires_at} />,
          })}
        </p>
      </div>
      <p className={styles.role}>{t(`role.${role}`)}</p>
      <div className={styles.actions}>
        {canChange && (
          <>
            <ActionForm
              mutate={() => resend.mutateAsync({ id })}
              done={t('invitation.resent', { email })}
              submit={t('invitation.resend')}
            />
            <ActionForm
              mutate={() => cancel.mutateAsync({ id })}
              done={t('invitation.canceled', { email })}
              submit={t('invitation.cancel')}
            />
          </>
        )}
      </div>
    </li>
  );
}
