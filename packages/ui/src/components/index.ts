export { Amount } from './amount.tsx';
export { Locale, useMoney } from './locale.tsx';
export { StatusBadge, ToneIcon } from './status-badge.tsx';
export { ServerTimeZone, TimeZone, useBrowserTimeZone, useTimeZone } from './time-zone.tsx';
export { Timestamp } from './timestamp.tsx';
