import type { Mode } from '@parley/domain';
import type { Route } from 'next';

const PREFIX = '/[mode]/';

/**
 * The address of a page of a mode, without the mode. `Link` and `useNavigate` add that of the person, and
 * `inMode` any other.
 */
export type ModeRoute = `${typeof PREFIX}${string}`;

/** The address of a page: one of a mode, or one that all modes share. */
export type Address = Route | ModeRoute;

/** Whether an address has a mode that is yet to be filled in. */
export const isModeRoute = (address: Address): address is ModeRoute => address.startsWith(PREFIX);

/** The route of an address in a mode. */
export const inMode = (mode: Mode, address: ModeRoute): Route =>
  address.replace(PREFIX, `/${mode}/`) as Route;
