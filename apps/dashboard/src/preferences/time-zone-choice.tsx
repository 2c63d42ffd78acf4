'use client';

import { TimeZone, useBrowserTimeZone } from '@parley/ui/components';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { startTransition, use, useId, useOptimistic, useSyncExternalStore } from 'react';
import { setBrowserSetting } from './browser-setting.ts';
import { getTimeZone, TIME_ZONE_COOKIE } from './time-zone.ts';

let supported: readonly string[] | undefined;
const listBrowserZones = () => {
  supported ??= [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
  return supported;
};
/** The server may support other zones than the browser. */
const none: readonly string[] = [];
const noSubscription = () => () => {};

/** The time zones to choose from. The choice applies to this browser, and the server renders with it. */
export function TimeZoneChoice() {
  const t = useTranslations('shell.timeZone');
  const id = useId();
  const router = useRouter();
  const [chosen, setChosen] = useOptimistic(use(TimeZone));
  const own = useBrowserTimeZone();
  const known = useSyncExternalStore(noSubscription, listBrowserZones, () => none);
  const zones = chosen === null || known.includes(chosen) ? known : [chosen, ...known];

  function choose(zone: string) {
    setBrowserSetting(TIME_ZONE_COOKIE, zone);
    startTransition(() => {
      setChosen(getTimeZone(zone));
      router.refresh();
    });
  }

  return (
    <>
      <p className="muted" id={`${id}-hint`}>
        {t('hint')}
      </p>
      <select
        aria-describedby={`${id}-hint`}
        aria-label={t('label')}
        className="field"
        onChange={({ target }) => choose(target.value)}
        value={chosen ?? ''}
      >
        <option value="">{t('browser', { zone: own })}</option>
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
    </>
  );
}
