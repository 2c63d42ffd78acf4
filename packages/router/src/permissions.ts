/** The roles that hold each permission. Any role may view, including one not listed here. */
const rolePermissions = {
  /** Sets up and tests the integration: test sessions, fulfillment reports, webhook endpoints, provider events. */
  integrate: ['owner', 'admin', 'developer'],
  /** Decides about a buyer's money: conflicts and cancellations. */
  settle: ['owner', 'admin', 'support'],
} as const satisfies Record<string, readonly string[]>;

/** What a person needs to call a procedure. Every role may `view`. */
export type Permission = 'view' | keyof typeof rolePermissions;

/** Whether a role holds a permission. Pages use it to hide actions that the role may not perform. */
export function hasPermission(role: string, permission: Permission): boolean {
  if (permission === 'view') return true;
  const roles: readonly string[] = rolePermissions[permission];
  return roles.includes(role);
}

/** The roles that hold a permission, in words: "an owner, admin or developer". */
export function describeRolesWith(permission: Exclude<Permission, 'view'>): string {
  const [first, ...rest] = rolePermissions[permission];
  return `an ${[first, ...rest.slice(0, -1)].join(', ')} or ${rest.at(-1)}`;
}
