/** The email of the demo's dashboard user. An installation with this user is no production. */
export const DEMO_EMAIL = 'ada@nordlicht.example';
