/** Who may do what. Looking is open to every role; whoever is not named here looks. */
const holders = {
  /** What a developer sets up and tries: test sessions, reports, endpoints, the provider's events. */
  integrate: ['owner', 'admin', 'developer'],
  /** What becomes of a buyer's money: conflicts and cancellations. */
  settle: ['owner', 'admin', 'support'],
} as const satisfies Record<string, readonly string[]>;

export type Permission = keyof typeof holders;

/** Whether a role may do such things, for pages that would else offer what is refused. */
export function may(role: string, permission: Permission): boolean {
  const roles: readonly string[] = holders[permission];
  return roles.includes(role);
}

/** The roles to ask, in words: "an owner, admin or developer". */
export function holdersOf(permission: Permission): string {
  const [first, ...rest] = holders[permission];
  return `an ${[first, ...rest.slice(0, -1)].join(', ')} or ${rest.at(-1)}`;
}
