'use client';

import { type AttentionKind, attentionKinds } from '@parley/domain';
import { kindDescriptions, orderedKinds } from '#attention/attention-kinds.ts';
import { ActionForm } from '#forms/action-form.tsx';
import { Option } from '#forms/text-field.tsx';
import { ListPage } from '#lists/list-page.tsx';
import { trpc } from '#trpc/client.ts';
import styles from './notifications-page.module.css';

const page = {
  title: 'Notifications',
  lead: 'Choose which new items that need attention Parley emails to you, for this merchant in live mode. No choice affects other members.',
};

/** The emails that the reader gets about items that need attention. */
export function NotificationsPage() {
  const [{ kinds }] = trpc.notifications.get.useSuspenseQuery();
  const { mutateAsync } = trpc.notifications.save.useMutation({ gcTime: 0 });

  async function save(form: FormData) {
    await mutateAsync({ kinds: attentionKinds.filter((kind) => form.has(kind)) });
    return { message: 'Your notifications were saved.' };
  }

  return (
    <ListPage {...page}>
      <ActionForm
        action={save}
        guardsChanges
        kind="primary"
        layout="column"
        submit="Save notifications"
      >
        <fieldset className={styles.kinds}>
          <legend>Email me about</legend>
          {orderedKinds.map((kind) => (
            <KindOption isChosen={kinds.includes(kind)} key={kind} kind={kind} />
          ))}
        </fieldset>
        <p className="muted">
          New items of a kind come in one email, at most one in an hour. The first 100 open items of
          a kind count. Parley sends to the address of your account, once it is verified.
        </p>
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
  const { label, nextAction } = kindDescriptions[kind];
  return (
    <Option defaultChecked={isChosen} hint={nextAction} label={label} name={kind} type="checkbox" />
  );
}

/** The page while the choices load. */
export function NotificationsLoading() {
  return (
    <ListPage {...page}>
      <p className="muted" role="status">
        Loading your notifications…
      </p>
    </ListPage>
  );
}
