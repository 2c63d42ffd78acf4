import { DomainError } from './errors.ts';
import type { Mode } from './mode.ts';

/** What a member of a team may do, as decision 0046 defines it. */
export const roles = ['owner', 'admin', 'developer', 'support', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** The roles that hold each permission. Any role may view, including one not listed here. */
const rolePermissions = {
  /** Sets up and tests the integration: test sessions, webhook endpoints, replays, provider events. */
  integrate: ['owner', 'admin', 'developer'],
  /** Invites and removes members of the team and changes their roles. */
  manage_team: ['owner', 'admin'],
  /** Changes the settings of the merchant. */
  manage_settings: ['owner', 'admin'],
  /** Decides about a buyer's money: conflicts, cancellations, and attempts to replace. */
  settle: ['owner', 'admin', 'support'],
  /** Gets a paid order to its buyer: reports of its fulfillment, and resends of an event to an endpoint that has it. */
  fulfill: ['owner', 'admin', 'developer', 'support'],
  /** Assigns items that need attention, snoozes them and writes notes. It changes no payment. */
  triage: ['owner', 'admin', 'developer', 'support'],
  /** Creates, rolls, renames and revokes API keys. A live key can move money, so fewer roles hold it there. */
  manage_keys: { test: ['owner', 'admin', 'developer'], live: ['owner', 'admin'] },
  /** Connects accounts at the provider, replaces their keys, activates and retires them. A live account receives real money. */
  manage_provider_configs: { test: ['owner', 'admin', 'developer'], live: ['owner', 'admin'] },
} as const satisfies Record<string, readonly Role[] | Record<Mode, readonly Role[]>>;

/** What a person needs to call a procedure. Every role may `view`. */
export type Permission = 'view' | keyof typeof rolePermissions;

/** Whose permissions are checked: a role at a merchant, in one mode. */
interface RoleHolder {
  readonly role: string;
  readonly mode: Mode;
  readonly isMerchantSuspended: boolean;
}

/** The roles that hold a permission in a mode. */
export function rolesWith(permission: Exclude<Permission, 'view'>, mode: Mode): readonly string[] {
  const holders = rolePermissions[permission];
  return 'test' in holders ? holders[mode] : holders;
}

/** Whether a person holds a permission; of a suspended merchant, only that to view. Pages use it to hide actions that the person may not perform. */
export function hasPermission(
  { role, mode, isMerchantSuspended }: RoleHolder,
  permission: Permission,
): boolean {
  if (permission === 'view') return true;
  return !isMerchantSuspended && rolesWith(permission, mode).includes(role);
}

/** The roles that hold a permission in a mode, in words: "an owner, admin or developer". */
export function describeRolesWith(permission: Exclude<Permission, 'view'>, mode: Mode): string {
  const [first, ...rest] = rolesWith(permission, mode);
  return `an ${[first, ...rest.slice(0, -1)].join(', ')} or ${rest.at(-1)}`;
}

/**
 * Checks that a person holds a permission.
 * @throws DomainError insufficient_scope
 */
export function requirePermission(holder: RoleHolder, permission: Permission): void {
  if (permission === 'view' || hasPermission(holder, permission)) return;
  const { role, mode, isMerchantSuspended } = holder;
  throw new DomainError(
    'insufficient_scope',
    isMerchantSuspended
      ? 'This merchant is suspended, so your access is view-only. Contact the operator of this service.'
      : `Your role (${role}) may not do this. Ask ${describeRolesWith(permission, mode)}.`,
  );
}
