import { modes } from '@parley/domain';
import { usePathname, useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { startTransition } from 'react';
import { newKeyHref } from '#addresses/api-keys.ts';
import { inMode } from '#addresses/mode-route.ts';
import { listIn, pages } from '#addresses/pages.ts';
import { newConfigHref } from '#addresses/provider-configs.ts';
import { sessionHref } from '#addresses/sessions.ts';
import { inviteHref } from '#addresses/team.ts';
import { newEndpointHref } from '#addresses/webhook-endpoints.ts';
import { showFailure } from '#components/toast-store.ts';
import { mayLeavePage } from '#components/unsaved-changes.ts';
import { type MerchantChoice, openMerchant } from '#merchants/open-merchant.ts';
import { useMode, usePermission } from '#person/person-context.tsx';
import { chooseTheme, themes } from '#preferences/theme.ts';
import { endSession } from '#sign-in/actions.ts';
import { describeFailure } from '#trpc/action-result.ts';
import { trpc } from '#trpc/client.ts';
import { useOpenPage } from './use-open-page.ts';

export interface Command {
  /** Unique. */
  readonly label: string;
  /** The keys that do the same. */
  readonly keys?: string;
  readonly run: () => void;
}

interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

interface CommandOptions extends MerchantChoice {
  readonly onOpenHelp: () => void;
}

/** Returns a function that creates a session with example data and opens its page. */
function useCreateTestSession(): () => void {
  const t = useTranslations('sessionList.test');
  const forms = useTranslations('forms');
  const router = useRouter();
  const { mutateAsync } = trpc.sessions.createTest.useMutation();

  async function create() {
    if (!mayLeavePage()) return;
    try {
      const { id } = await mutateAsync();
      router.push(inMode('test', sessionHref(id)));
    } catch (error) {
      showFailure(t('failed'), [describeFailure(forms, error)]);
    }
  }
  return () => void create();
}

function signOut(): void {
  if (mayLeavePage()) startTransition(() => endSession());
}

/** The commands of the palette. */
export function useCommands({
  merchants,
  merchantId,
  onOpenHelp,
}: CommandOptions): readonly CommandGroup[] {
  const t = useTranslations('commands');
  const shell = useTranslations('shell');
  const mode = useMode();
  const openPage = useOpenPage();
  const canManageKeys = usePermission('manage_keys');
  const canIntegrate = usePermission('integrate');
  const canConnect = usePermission('manage_provider_configs');
  const canInvite = usePermission('manage_team');
  const createTestSession = useCreateTestSession();
  const path = usePathname();
  const others = merchants.filter(({ id }) => id !== merchantId);
  return [
    {
      title: t('pages'),
      commands: pages.map(({ name, key, href }) => ({
        label: shell(`pages.${name}`),
        keys: `g ${key}`,
        run: () => openPage(href),
      })),
    },
    {
      title: t('actions'),
      commands: [
        ...(canManageKeys ? [{ label: t('createKey'), run: () => openPage(newKeyHref) }] : []),
        ...(canIntegrate
          ? [{ label: t('addEndpoint'), run: () => openPage(newEndpointHref) }]
          : []),
        ...(canConnect ? [{ label: t('connectAccount'), run: () => openPage(newConfigHref) }] : []),
        ...(canIntegrate && mode === 'test'
          ? [{ label: t('createTestSession'), run: createTestSession }]
          : []),
        ...(canInvite ? [{ label: t('inviteMember'), run: () => openPage(inviteHref) }] : []),
        ...modes
          .filter((other) => other !== mode)
          .map((other) => ({
            label: t(`switchMode.${other}`),
            run: () => openPage(listIn(other, path)),
          })),
        ...others.map(({ id, name }) => ({
          label: t('switchMerchant', { name }),
          run: () => openMerchant(id),
        })),
        ...themes.map((theme) => ({
          label: t('theme', { theme: shell(`theme.${theme}`) }),
          run: () => chooseTheme(theme),
        })),
        { label: t('shortcuts.title'), keys: '?', run: onOpenHelp },
        { label: shell('signOut'), run: signOut },
      ],
    },
  ];
}
