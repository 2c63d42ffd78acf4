'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useRef, useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { Input } from 'react-aria-components/Input';
import { Header, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { TextField } from 'react-aria-components/TextField';
import type { MerchantChoice } from '#merchants/open-merchant.ts';
import { type ActionFailure, describeFailure } from '#trpc/action-result.ts';
import { trpc } from '#trpc/client.ts';
import styles from './command-palette.module.css';
import { searchResultHref } from './search-result-href.ts';
import { type Command, useCommands } from './use-commands.ts';
import { useOpenPage } from './use-open-page.ts';

interface CommandPaletteProps extends MerchantChoice {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onOpenHelp: () => void;
}

/** A dialog with all pages and actions, and the search by any id. */
export function CommandPalette({ isOpen, onClose, ...props }: CommandPaletteProps) {
  const t = useTranslations('commands');
  return (
    <ModalOverlay
      className={`${styles.overlay}`}
      isDismissable
      isOpen={isOpen}
      onOpenChange={onClose}
    >
      <Modal className={`${styles.modal}`}>
        <Dialog aria-label={t('search')} className={`${styles.dialog}`}>
          <Commands {...props} onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The content of the palette. It exists while the palette is open, so its field is empty each time. */
function Commands({ onClose, ...props }: Omit<CommandPaletteProps, 'isOpen'>) {
  const t = useTranslations('commands');
  const [text, setText] = useState('');
  const { message, find } = useFindById(onClose);
  const groups = useCommands(props);
  const id = text.trim();
  const hasCommand = groups.some(({ commands }) =>
    commands.some(({ label }) => containsWords(label, id)),
  );
  // A buyer reference can be any text, even one with spaces.
  const canBeId = isIdLike(id) || (id !== '' && !hasCommand);

  function run(command: Command) {
    // Before it runs: the focus returns from a closed dialog, and a second one can take it.
    onClose();
    command.run();
  }

  // The list has no current item after a paste, so the form gets the Enter key.
  function openPastedId(event: FormEvent) {
    event.preventDefault();
    if (id) void find(id);
  }

  return (
    <Autocomplete filter={containsWords} inputValue={text} onInputChange={setText}>
      <form onSubmit={openPastedId}>
        <TextField aria-label={t('field')}>
          <Input
            aria-expanded
            aria-haspopup="listbox"
            autoComplete="off"
            autoFocus
            className={`${styles.input}`}
            maxLength={255}
            role="combobox"
            placeholder={t('placeholder')}
            spellCheck={false}
          />
        </TextField>
      </form>
      <p className={styles.message} role="status">
        <span lang={message.lang}>{message.message}</span>
        {message.requestId && (
          <>
            {' '}
            <code>{message.requestId}</code>
          </>
        )}
      </p>
      <ListBox aria-label={t('results')} className={`${styles.results}`}>
        {canBeId && (
          <ListBoxItem
            className={`${styles.item}`}
            id="find"
            onAction={() => find(id)}
            textValue={text}
          >
            <span>{t.rich('open', { code: () => <code>{id}</code> })}</span>
          </ListBoxItem>
        )}
        {groups.map(({ title, commands }) => (
          <ListBoxSection key={title}>
            <Header className={styles.title}>{title}</Header>
            {commands.map((command) => (
              <ListBoxItem
                className={`${styles.item}`}
                id={command.label}
                key={command.label}
                onAction={() => run(command)}
                textValue={command.label}
              >
                <span>{command.label}</span>
                {command.keys && <kbd className={styles.keys}>{command.keys}</kbd>}
              </ListBoxItem>
            ))}
          </ListBoxSection>
        ))}
      </ListBox>
    </Autocomplete>
  );
}

/** Whether a text looks like an id or an email address, so that no command is meant. */
const isIdLike = (text: string): boolean => /^\S{6,}$/.test(text) && /[_\d@]/.test(text);

/** Whether a label contains all words of a text. */
function containsWords(label: string, text: string): boolean {
  const words = text.trim().toLowerCase().split(/\s+/);
  return words.every((word) => label.toLowerCase().includes(word));
}

/** Opens the page of an id. The message says what happens meanwhile, and why no page was opened. */
function useFindById(onFound: () => void) {
  const openPage = useOpenPage();
  const utils = trpc.useUtils();
  const t = useTranslations('commands');
  const forms = useTranslations('forms');
  const [message, setMessage] = useState<Partial<ActionFailure>>({});
  const searched = useRef('');

  async function find(id: string): Promise<void> {
    searched.current = id;
    setMessage({ message: t('searching') });
    try {
      const { result } = await utils.search.findById.fetch({ id });
      if (searched.current !== id) return;
      onFound();
      openPage(searchResultHref(result));
    } catch (error) {
      if (searched.current === id) setMessage(describeFailure(forms, error));
    }
  }
  return { message, find };
}
