import { type Role, roles } from '@parley/domain';
import { useTranslations } from 'next-intl';
import styles from '#forms/forms.module.css';
import { Option } from '#forms/text-field.tsx';

interface RoleFieldProps {
  readonly canChooseOwner: boolean;
  readonly selected?: Role;
}

/** A choice between the roles. */
export function RoleField({ canChooseOwner, selected = 'viewer' }: RoleFieldProps) {
  const t = useTranslations('team');
  return (
    <fieldset className={styles.options}>
      <legend>{t('field.role')}</legend>
      {roles
        .filter((role) => canChooseOwner || role !== 'owner')
        .map((role) => (
          <Option
            defaultChecked={role === selected}
            hint={t(`roleHint.${role}`)}
            key={role}
            label={t(`role.${role}`)}
            name="role"
            type="radio"
            value={role}
          />
        ))}
    </fieldset>
  );
}
