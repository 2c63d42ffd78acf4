import { expect, it } from 'vitest';
import { describeRolesWith, hasPermission, type Permission } from './permissions.ts';

const roles = ['owner', 'admin', 'developer', 'support', 'viewer'];
const unknownRoles = ['', 'Owner', 'owner ', 'anything'];

/** The permission, its holders in test mode, and those in live mode if they differ. */
const rows: [Permission, holders: string[], holdersInLive?: string[]][] = [
  ['view', [...roles, ...unknownRoles]],
  ['integrate', ['owner', 'admin', 'developer']],
  ['manage_team', ['owner', 'admin']],
  ['settle', ['owner', 'admin', 'support']],
  ['fulfill', ['owner', 'admin', 'developer', 'support']],
  ['triage', ['owner', 'admin', 'developer', 'support']],
  ['manage_provider_configs', ['owner', 'admin', 'developer'], ['owner', 'admin']],
  ['manage_keys', ['owner', 'admin', 'developer'], ['owner', 'admin']],
];

it.each(rows)('the permission %s is held by %j and no other role', (permission, inTest, inLive) => {
  const holders = (mode: 'test' | 'live', isMerchantSuspended = false) =>
    [...roles, ...unknownRoles].filter((role) =>
      hasPermission({ role, mode, isMerchantSuspended }, permission),
    );
  expect(holders('test')).toEqual(inTest);
  expect(holders('live')).toEqual(inLive ?? inTest);
  expect(holders('test', true)).toEqual(permission === 'view' ? inTest : []);
});

it('names the roles that hold a permission', () => {
  expect(describeRolesWith('integrate', 'test')).toBe('an owner, admin or developer');
  expect(describeRolesWith('settle', 'live')).toBe('an owner, admin or support');
  expect(describeRolesWith('manage_keys', 'live')).toBe('an owner or admin');
});
