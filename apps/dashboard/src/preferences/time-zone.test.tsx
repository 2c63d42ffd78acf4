// @vitest-environment happy-dom
import { Timestamp, TimeZone } from '@parley/ui/components';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { BROWSER_TIME_ZONE_COOKIE } from '#request-headers.ts';
import { render } from '#test/render.tsx';
import { BrowserTimeZone } from './browser-time-zone.tsx';
import { readLocal } from './local-time.ts';
import { getTimeZone, TIME_ZONE_COOKIE } from './time-zone.ts';
import { TimeZoneChoice } from './time-zone-choice.tsx';

const refresh = vi.fn();
vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh }) }));

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('shows times in the chosen zone', () => {
  render(
    <TimeZone value="Asia/Tokyo">
      <Timestamp at="2026-01-01T20:00:00Z" form="clock" />
    </TimeZone>,
  );
  expect(screen.getByText(/2 Jan.*05:00/)).toHaveProperty(
    'title',
    expect.stringContaining('2 Jan 2026, 05:00:00'),
  );
});

it('stores the choice for the server, which renders with it', async () => {
  const set = vi.spyOn(document, 'cookie', 'set');
  render(
    <TimeZone value={null}>
      <TimeZoneChoice />
    </TimeZone>,
  );
  await userEvent.setup().selectOptions(screen.getByRole('combobox'), 'America/New York');
  const [pair = ''] = set.mock.calls[0]?.[0].split(';') ?? [];
  const [name, value] = pair.split('=');
  expect(name).toBe(TIME_ZONE_COOKIE);
  expect(getTimeZone(decodeURIComponent(value ?? ''))).toBe('America/New_York');
  expect(refresh).toHaveBeenCalledOnce();
});

it('stores the zone of the browser, and renders again, only if it changed', () => {
  refresh.mockClear();
  const set = vi.spyOn(document, 'cookie', 'set');
  // A slash has to be encoded.
  const zone = 'America/New_York';
  const options = Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...options,
    timeZone: zone,
  });
  render(<BrowserTimeZone stored={zone} />);
  expect(refresh).not.toHaveBeenCalled();
  render(<BrowserTimeZone stored="Pacific/Niue" />);
  expect(set.mock.lastCall?.[0]).toContain(`${BROWSER_TIME_ZONE_COOKIE}=America%2FNew_York;`);
  expect(refresh).toHaveBeenCalledOnce();
});

it.each([
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
  ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
])('reads a time that the clock of %s skips as an hour later', (zone, local, instant) => {
  expect(readLocal(local, zone)?.toISOString()).toBe(instant);
});

it('reads an unknown zone as that of the browser', () => {
  expect(getTimeZone('Europe/Berlin')).toBe('Europe/Berlin');
  expect(getTimeZone('"><script>')).toBeNull();
  expect(getTimeZone('+05:07')).toBeNull();
  expect(getTimeZone('')).toBeNull();
});
