/** What the pages need to hide actions, without the router itself. */
export { describeRolesWith, hasPermission, type Permission } from '@parley/domain';
