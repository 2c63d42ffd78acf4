'use client';

import { StatusBadge, Timestamp } from '@parley/ui/components';
import type { StatusLabel } from '@parley/ui/status';
import { Section } from '#details/detail-page.tsx';
import { ActionForm, Announcer } from '#forms/action-form.tsx';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { TextField } from '#forms/text-field.tsx';
import { ListPage } from '#lists/list-page.tsx';
import { usePeople, usePermission } from '#shell/person-context.tsx';
import { type Outputs, trpc } from '#trpc/client.ts';
import { RoleField, roleLabels } from './role-field.tsx';
import { SecondFactorRequirement } from './second-factor-requirement.tsx';
import styles from './team-page.module.css';

type Team = Outputs['team']['list'];
type Member = Team['members'][number];
type Invitation = Team['invitations'][number];

const page = { title: 'Team', lead: 'The people who work with this merchant, and their roles.' };
const disabled: StatusLabel = {
  label: 'Disabled',
  tone: 'neutral',
  explanation: 'The operator disabled this account. The person cannot sign in.',
};
const labels = { email: 'Email', role: 'Role' };

/** The members of the team and its invitations. */
export function TeamPage() {
  const canManage = usePermission('manage_team');
  const [{ members, invitations, second_factor_required }] = trpc.team.list.useSuspenseQuery();
  const { readerId } = usePeople();
  const owners = members.filter(({ role }) => role === 'owner');
  const isOwner = owners.some(({ user_id }) => user_id === readerId);
  return (
    <div className={styles.page}>
      <Announcer>
        <ListPage {...page} action={canManage && <InviteMember isOwner={isOwner} />}>
          <Section title={members.length === 1 ? '1 member' : `${members.length} members`}>
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
            <Section title="Invitations">
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
  return (
    <ListPage {...page}>
      <p className="muted" role="status">
        Loading the team…
      </p>
    </ListPage>
  );
}

function InviteMember({ isOwner }: { readonly isOwner: boolean }) {
  const { mutateAsync } = trpc.team.invite.useMutation();

  async function invite(form: FormData) {
    const email = String(form.get('email'));
    await mutateAsync({ email, role: roleIn(form) });
    return { message: `An invitation was sent to ${email}.` };
  }

  return (
    <ConfirmDialog
      action={invite}
      kind="primary"
      labels={labels}
      submit="Send invitation"
      title="Invite a person"
      trigger="Invite"
      triggerKind="primary"
    >
      <p className="muted">They receive a link that works once, for seven days.</p>
      <TextField
        input={{ type: 'email', required: true, maxLength: 254, autoComplete: 'off' }}
        label="Email"
        name="email"
      />
      <RoleField canChooseOwner={isOwner} />
    </ConfirmDialog>
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
  const { member, isReader, isOwner, isLastOwner, canChange } = props;
  const { user_id, name, email, role, joined_at, is_disabled, has_second_factor } = member;
  return (
    <li className={styles.person}>
      <div className={styles.who}>
        <p>
          <strong>{name}</strong> {isReader && <span className="small">You</span>}
          {is_disabled && <StatusBadge status={disabled} />}
        </p>
        <p className="small">
          {email}, joined <Timestamp at={joined_at} />
          {has_second_factor === false && ', no second factor'}
          {is_disabled && `. ${disabled.explanation}`}
        </p>
      </div>
      <p className={styles.role}>{roleLabels[role].label}</p>
      <div className={styles.actions}>
        {isLastOwner ? (
          <span className="small">Last owner</span>
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
  const { mutateAsync } = trpc.team.changeRole.useMutation();
  const { user_id, name, role } = member;

  async function changeRole(form: FormData) {
    await mutateAsync({ user_id, role: roleIn(form) });
    return {};
  }

  return (
    <ConfirmDialog
      action={changeRole}
      kind="primary"
      labels={labels}
      submit="Change role"
      title={`Change the role of ${name}`}
      trigger="Change role"
    >
      <RoleField canChooseOwner={isOwner} selected={role} />
    </ConfirmDialog>
  );
}

function RemoveMember({ userId, name }: { readonly userId: string; readonly name: string }) {
  const { mutateAsync } = trpc.team.remove.useMutation();

  async function remove() {
    await mutateAsync({ user_id: userId });
    return { message: `${name} was removed.` };
  }

  return (
    <ConfirmDialog
      action={remove}
      kind="danger"
      submit="Remove member"
      title={`Remove ${name}?`}
      trigger="Remove"
      triggerKind="danger"
    >
      <p>They lose access to this merchant at once. You can invite them again.</p>
    </ConfirmDialog>
  );
}

function Leave() {
  const { mutateAsync } = trpc.team.leave.useMutation();

  async function leave() {
    await mutateAsync();
    // The whole page belongs to a merchant that this person may no longer see.
    window.location.assign('/');
    return {};
  }

  return (
    <ConfirmDialog
      action={leave}
      kind="danger"
      submit="Leave team"
      title="Leave this team?"
      trigger="Leave"
      triggerKind="danger"
    >
      <p>You lose access to this merchant at once. An owner or admin can invite you again.</p>
    </ConfirmDialog>
  );
}

interface InvitationItemProps {
  readonly invitation: Invitation;
  readonly canChange: boolean;
}

function InvitationItem({ invitation, canChange }: InvitationItemProps) {
  const { id, email, role, expires_at, expired } = invitation;
  const resend = trpc.team.resendInvitation.useMutation();
  const cancel = trpc.team.cancelInvitation.useMutation();

  async function resendInvitation() {
    await resend.mutateAsync({ id });
    return {
      message: `Another invitation was sent to ${email}. The previous link no longer works.`,
    };
  }

  async function cancelInvitation() {
    await cancel.mutateAsync({ id });
    return { message: `The invitation for ${email} was canceled.` };
  }

  return (
    <li className={styles.person}>
      <div className={styles.who}>
        <p>
          <strong>{email}</strong>
        </p>
        <p className="small">
          {expired ? 'Expired' : 'Expires'} <Timestamp at={expires_at} />
        </p>
      </div>
      <p className={styles.role}>{roleLabels[role].label}</p>
      <div className={styles.actions}>
        {canChange && (
          <>
            <ActionForm action={resendInvitation} submit="Resend" />
            <ActionForm action={cancelInvitation} submit="Cancel" />
          </>
        )}
      </div>
    </li>
  );
}

function roleIn(form: FormData) {
  return form.get('role') as Member['role'];
}
