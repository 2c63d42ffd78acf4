import styles from '#forms/forms.module.css';
import { Option } from '#forms/text-field.tsx';

/** What each role may do, as decision 0017 defines it. */
export const roleLabels = {
  owner: { label: 'Owner', hint: 'Everything, including who is an owner.' },
  admin: { label: 'Admin', hint: 'Everything except owners: integration, payments and the team.' },
  developer: {
    label: 'Developer',
    hint: 'Webhooks, test sessions, provider events and API keys of test mode.',
  },
  support: { label: 'Support', hint: 'Conflicts and cancellations.' },
  viewer: { label: 'Viewer', hint: 'Sees everything except secrets, and changes nothing.' },
} as const;

type Role = keyof typeof roleLabels;

interface RoleFieldProps {
  readonly canChooseOwner: boolean;
  readonly selected?: Role;
}

/** A choice between the roles. */
export function RoleField({ canChooseOwner, selected = 'viewer' }: RoleFieldProps) {
  const roles = Object.keys(roleLabels) as Role[];
  return (
    <fieldset className={styles.options}>
      <legend>Role</legend>
      {roles
        .filter((role) => canChooseOwner || role !== 'owner')
        .map((role) => (
          <Option
            defaultChecked={role === selected}
            key={role}
            name="role"
            type="radio"
            value={role}
            {...roleLabels[role]}
          />
        ))}
    </fieldset>
  );
}
