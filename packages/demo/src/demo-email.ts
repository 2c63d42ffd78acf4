/** The email of the demo's dashboard user. No production installation has this user. */
export const DEMO_EMAIL = 'ada@nordlicht.example';
