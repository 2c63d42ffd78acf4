'use client';

import { StatusBadge, Timestamp } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { Section } from '#details/detail-page.tsx';
import { Announcer } from '#forms/action-form.tsx';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { ListPage } from '#lists/list-page.tsx';
import { SkeletonCards } from '#lists/skeleton-cards.tsx';
import { usePeople, usePermission } from '#person/person-context.tsx';
import { type Outputs, trpc } from '#trpc/client.ts';
import { InvitationItem, InviteMember } from './invitations.tsx';
import { memberFields } from './member-fields.ts';
import { RoleField } from './role-field.tsx';
import { SecondFactorRequirement } from './second-factor-requirement.tsx';
import styles from './team-page.module.css';

type Member = Outputs['team']['list']['members'][number];

interface TeamPageProps {
  /** Whether the dialog of a new invitation is open at first. */
  readonly isInviting?: boolean;
}

/** The members of the team and its invitations. */
export function TeamPage({ isInviting = false }: TeamPageProps) {
  const t = useTranslations('team');
  const canManage = usePermission('manage_team');
  const [{ members, invitations, second_factor_required }] = trpc.team.list.useSuspenseQuery();
  const { readerId } = usePeople();
  const owners = members.filter(({ role }) => role === 'owner');
  const isOwner = owners.some(({ user_id }) => user_id === readerId);
  return (
    <div className={styles.page}>
      <Announcer>
        <ListPage
          action={
            canManage && (
              <InviteMember isOwner={isOwner} key={String(isInviting)} opensAtFirst={isInviting} />
            )
          }
          lead={t('lead')}
          title={t('title')}
        >
          <Section title={t('member.count', { count: members.length })}>
            <ul className={styles.people}>
              {members.map((member) => (
                <MemberItem
                  canChange={canManage && (isOwner || member.role !== 'owner')}
                  isLastOwner={
                    member.role === 'owner' &&
                    owners.every((owner) => owner === member || owner.is_disabled)
                  }
                  isOwner={isOwner}
                  isReader={member.user_id === readerId}
                  key={member.user_id}
                  member={member}
                />
              ))}
            </ul>
          </Section>
          <SecondFactorRequirement
            isOwner={isOwner}
            isRequired={second_factor_required}
            without={members.filter(({ has_second_factor }) => has_second_factor === false).length}
          />
          {invitations.length > 0 && (
            <Section title={t('invitation.title')}>
              <ul className={styles.people}>
                {invitations.map((invitation) => (
                  <InvitationItem
                    canChange={canManage && (isOwner || invitation.role !== 'owner')}
                    invitation={invitation}
                    key={invitation.id}
                  />
                ))}
              </ul>
            </Section>
          )}
        </ListPage>
      </Announcer>
    </div>
  );
}

/** The page while the team loads. */
export function TeamLoading() {
  const t = useTranslations('team');
  return (
    <ListPage lead={t('lead')} title={t('title')}>
      <SkeletonCards count={4} label={t('loading')} />
    </ListPage>
  );
}

interface MemberItemProps {
  readonly member: Member;
  readonly isReader: boolean;
  /** Whether the reader is an owner. */
  readonly isOwner: boolean;
  /** Whether no other owner can sign in. */
  readonly isLastOwner: boolean;
  readonly canChange: boolean;
}

function MemberItem(props: MemberItemProps) {
  const t = useTranslations('team');
  const { member, isReader, isOwner, isLastOwner, canChange } = props;
  const { user_id, name, email, role, joined_at, is_disabled, has_second_factor } = member;
  const disabled = {
    label: t('member.disabled'),
    tone: 'neutral',
    explanation: t('member.disabledExplanation'),
  } as const;
  return (
    <li className={styles.person}>
      <div className={styles.who}>
        <p>
          <strong>{name}</strong> {isReader && <span className="small">{t('member.you')}</span>}
          {is_disabled && <StatusBadge status={disabled} />}
        </p>
        <p className="small">
          {t.rich('member.facts', {
            email,
            time: () => <Timestamp at={joined_at} />,
            hasFactor: String(has_second_factor),
            isDisabled: String(is_disabled),
            explanation: disabled.explanation,
          })}
        </p>
      </div>
      <p className={styles.role}>{t(`role.${role}`)}</p>
      <div className={styles.actions}>
        {isLastOwner ? (
          <span className="small">{t('member.lastOwner')}</span>
        ) : (
          <>
            {canChange && <ChangeRole isOwner={isOwner} member={member} />}
            {isReader ? <Leave /> : canChange && <RemoveMember name={name} userId={user_id} />}
          </>
        )}
      </div>
    </li>
  );
}

function ChangeRole({ member, isOwner }: { readonly member: Member; readonly isOwner: boolean }) {
  const t = useTranslations('team');
  const { mutateAsync } = trpc.team.changeRole.useMutation();
  const { user_id, name, role } = member;

  return (
    <ConfirmDialog
      mutate={(form) => mutateAsync({ user_id, role: memberFields.readRole(form) })}
      kind="primary"
      labels={memberFields.labels(t)}
      submit={t('changeRole.action')}
      title={t('changeRole.title', { name })}
      trigger={t('changeRole.action')}
    >
      <RoleField canChooseOwner={isOwner} selected={role} />
    </ConfirmDialog>
  );
}

function RemoveMember({ userId, name }: { readonly userId: string; readonly name: string }) {
  const t = useTranslations('team');
  const { mutateAsync } = trpc.team.remove.useMutation();

  return (
    <ConfirmDialog
      mutate={() => mutateAsync({ user_id: userId })}
      done={t('remove.done', { name })}
      kind="danger"
      submit={t('remove.submit')}
      title={t('remove.title', { name })}
      trigger={t('remove.trigger')}
      triggerKind="danger"
    >
      <p>{t('remove.consequence')}</p>
    </ConfirmDialog>
  );
}

function Leave() {
  const t = useTranslations('team');
  const { mutateAsync } = trpc.team.leave.useMutation();

  return (
    <ConfirmDialog
      // The whole page belongs to a merchant that this person may no longer see.
      mutate={() => mutateAsync().then(() => window.location.assign('/'))}
      kind="danger"
      submit={t('leave.submit')}
      title={t('leave.title')}
      trigger={t('leave.trigger')}
      triggerKind="danger"
    >
      <p>{t('leave.consequence')}</p>
    </ConfirmDialog>
  );
}
