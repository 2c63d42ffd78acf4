'use client';

import { Section } from '#details/detail-page.tsx';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { usePermission } from '#shell/person-context.tsx';
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
  const canManage = usePermission('manage_team');
  const { mutateAsync } = trpc.team.requireSecondFactor.useMutation();

  async function change() {
    await mutateAsync({ required: !isRequired });
    return {
      message: isRequired
        ? 'Members can sign in without a second factor.'
        : 'Every member needs a second factor.',
    };
  }

  return (
    <Section title="Second factor">
      <div className={styles.setting}>
        <p className="muted">
          {isRequired
            ? 'Required: a code, or a sign-in with a passkey. Members without one can only set it up.'
            : 'Not required. Members can sign in with their password alone.'}
        </p>
        {canManage && isOwner && (
          <ConfirmDialog
            action={change}
            kind={isRequired ? 'danger' : 'primary'}
            submit={isRequired ? 'Stop requiring' : 'Require'}
            title={isRequired ? 'Stop requiring a second factor?' : 'Require a second factor?'}
            trigger={isRequired ? 'Stop requiring a second factor' : 'Require a second factor'}
          >
            <p>
              {isRequired
                ? 'Members can then turn theirs off, and new members need none.'
                : describeWithout(without)}
            </p>
          </ConfirmDialog>
        )}
      </div>
    </Section>
  );
}

function describeWithout(count: number): string {
  const rest =
    'Members who have only a passkey must sign in with it. New members must set one up first.';
  if (count === 0) return `All members have one. ${rest}`;
  const who = count === 1 ? '1 member has' : `${count} members have`;
  return `${who} none, and cannot act for this merchant until they set one up. ${rest}`;
}
