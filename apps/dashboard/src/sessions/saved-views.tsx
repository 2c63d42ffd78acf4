import type { SessionStatus } from '@parley/domain';
import { useTranslations } from 'next-intl';
import { getFilters, type SessionFilters, sessionsHref } from '#addresses/sessions.ts';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { readField, TextField } from '#forms/text-field.tsx';
import { Filter } from '#lists/list-page.tsx';
import { type Outputs, trpc } from '#trpc/client.ts';
import { readSessionListView } from './read-session-list-view.ts';
import styles from './saved-views.module.css';

type SavedFilters = Outputs['savedViews']['list']['views'][number]['filters'];

/** The views of the list that the person saved, and what saves or deletes the present one. */
export function SavedViews({ filters }: { readonly filters: SessionFilters }) {
  const t = useTranslations('sessionList.views');
  const [{ views }] = trpc.savedViews.list.useSuspenseQuery();
  const save = trpc.savedViews.save.useMutation();
  const remove = trpc.savedViews.delete.useMutation();
  const address = sessionsHref(filters);
  const options = views.map(({ name, filters: saved }) => ({
    label: name,
    href: sessionsHref(readSavedFilters(saved)),
  }));
  const present = options.find(({ href }) => href === address);
  const { buyer, metadata, search, ...savable } = filters;
  const canSave = !present && Object.values(savable).some(Boolean);
  if (options.length === 0 && !canSave) return null;

  return (
    <div className={styles.views}>
      {options.length > 0 && (
        <Filter
          label={t('label')}
          options={options.map((option) => ({ ...option, selected: option === present }))}
        />
      )}
      {present && (
        <ConfirmDialog
          mutate={() => remove.mutateAsync({ name: present.label })}
          done={t('deleted', { name: present.label })}
          key={present.label}
          kind="danger"
          submit={t('delete')}
          title={t('deleteTitle', { name: present.label })}
          trigger={t('delete')}
        >
          <p className="muted">{t('deleteText')}</p>
        </ConfirmDialog>
      )}
      {canSave && (
        <ConfirmDialog
          mutate={(form) =>
            save.mutateAsync({
              name: readField(form, 'name'),
              filters: createSavedFilters(savable),
            })
          }
          done={(form) => t('saved', { name: readField(form, 'name') })}
          kind="primary"
          labels={{ name: t('field') }}
          submit={t('save')}
          title={t('saveTitle')}
          trigger={t('save')}
        >
          <p className="muted">{t(buyer || metadata || search ? 'ownWithoutSearch' : 'own')}</p>
          <TextField
            input={{ required: true, maxLength: 60, autoComplete: 'off' }}
            label={t('name')}
            name="name"
          />
        </ConfirmDialog>
      )}
    </div>
  );
}

/** The filters of a view as its address has them. It was saved with any that were possible at that time. */
const readSavedFilters = (filters: SavedFilters): SessionFilters =>
  getFilters(
    readSessionListView({
      ...filters,
      amount_from: filters.amount_from?.toString(),
      amount_to: filters.amount_to?.toString(),
    }),
  );

type SavableFilters = Omit<SessionFilters, 'buyer' | 'metadata' | 'search'>;

function createSavedFilters({ status, amount_from, amount_to, ...filters }: SavableFilters) {
  return {
    ...filters,
    status: status && ([...status] as SessionStatus[]),
    amount_from: amount_from === undefined ? undefined : Number(amount_from),
    amount_to: amount_to === undefined ? undefined : Number(amount_to),
  };
}
