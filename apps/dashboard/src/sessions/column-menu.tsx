import { useTranslations } from 'next-intl';
import { Menu, MenuItem } from '#components/menu.tsx';
import { isRequired, type SessionColumn, sessionColumns, withRequired } from './session-columns.ts';

interface ColumnMenuProps {
  readonly columns: readonly SessionColumn[];
  readonly onChange: (columns: readonly SessionColumn[]) => void;
}

/** A menu of the columns of the session list. It stays open while columns are chosen. */
export function ColumnMenu({ columns, onChange }: ColumnMenuProps) {
  const t = useTranslations('sessionList');
  return (
    <Menu
      label={t('columns.label')}
      onSelectionChange={(keys) =>
        onChange(
          withRequired(
            keys === 'all' ? sessionColumns : sessionColumns.filter((one) => keys.has(one)),
          ),
        )
      }
      selectedKeys={columns}
      selectionMode="multiple"
      trigger={t('columns.trigger')}
      triggerClassName="button"
    >
      {sessionColumns
        .filter((column) => !isRequired(column))
        .map((column) => (
          <MenuItem id={column} key={column}>
            {t(`column.${column}`)}
          </MenuItem>
        ))}
    </Menu>
  );
}
