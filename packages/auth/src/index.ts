export { type Auth, type AuthOptions, createAuth, SESSION_COOKIE } from './auth.ts';
export { createDashboardUser, type DashboardUserInput } from './create-dashboard-user.ts';
export { findPerson, listMemberNames, type Person } from './find-person.ts';
export { signIn, signOut } from './sign-in.ts';
