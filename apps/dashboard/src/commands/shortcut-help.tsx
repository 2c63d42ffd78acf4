'use client';

import { useTranslations } from 'next-intl';
import { pages } from '#addresses/pages.ts';
import { Button } from '#components/button.tsx';
import { Dialog } from '#components/dialog.tsx';
import { Option } from '#forms/text-field.tsx';
import { usePaletteKeys } from './modifier-key.ts';
import styles from './shortcut-help.module.css';
import { areKeyShortcutsOn, setKeyShortcuts } from './shortcut-setting.ts';

interface ShortcutHelpProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Lists the keyboard shortcuts, and turns those of single keys off. */
export function ShortcutHelp({ isOpen, onClose }: ShortcutHelpProps) {
  const t = useTranslations('commands');
  const common = useTranslations('common');
  const shell = useTranslations('shell');
  const paletteKeys = usePaletteKeys();
  return (
    <Dialog isOpen={isOpen} onOpenChange={onClose} title={t('shortcuts.title')}>
      <dl className={styles.list}>
        <Shortcut action={t('field')} keys={paletteKeys.split(' ')} />
        <Shortcut action={t('shortcuts.outside')} keys={['/']} />
        <Shortcut action={t('shortcuts.help')} keys={['?']} />
        {pages.map(({ name, key }) => (
          <Shortcut action={shell(`pages.${name}`)} isSequence key={key} keys={['g', key]} />
        ))}
      </dl>
      <Option
        defaultChecked={areKeyShortcutsOn()}
        hint={t('shortcuts.switchHint', { keys: paletteKeys })}
        label={t('shortcuts.switch')}
        onChange={({ target }) => setKeyShortcuts(target.checked)}
        type="checkbox"
      />
      <div className={styles.close}>
        <Button slot="close">{common('close')}</Button>
      </div>
    </Dialog>
  );
}

interface ShortcutProps {
  readonly action: string;
  readonly keys: readonly string[];
  /** One key after the other, instead of both at the same time. */
  readonly isSequence?: boolean;
}

function Shortcut({ action, keys, isSequence = false }: ShortcutProps) {
  const t = useTranslations('commands.shortcuts');
  const [first, second] = keys;
  return (
    <div className={styles.shortcut}>
      <dt>{action}</dt>
      <dd className={styles.keys}>
        <kbd className={styles.key}>{first}</kbd>
        {second && (
          <>
            {isSequence ? (
              <span className="small">{t('thenKey')}</span>
            ) : (
              <span className="unseen"> {t('andKey')} </span>
            )}
            <kbd className={styles.key}>{second}</kbd>
          </>
        )}
      </dd>
    </div>
  );
}
