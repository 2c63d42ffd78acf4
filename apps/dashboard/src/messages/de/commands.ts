import type { commands as en } from '../en/commands.ts';
import type { Translation } from '../translator.ts';

export const commands: Translation<typeof en> = {
  search: 'Suchen',
  button: 'Suchen<unseen> nach Seiten, Aktionen und IDs</unseen>',
  field: 'Nach Seiten, Aktionen und IDs suchen',
  placeholder: 'Seite, Aktion, ID oder Käuferreferenz',
  results: 'Ergebnisse',
  open: '<code></code> öffnen',
  searching: 'Suche läuft …',
  pages: 'Seiten',
  actions: 'Aktionen',
  createKey: 'API-Schlüssel erstellen',
  connectAccount: 'Konto verbinden',
  createTestSession: 'Testsitzung erstellen',
  inviteMember: 'Person einladen',
  addEndpoint: 'Webhook-Endpunkt hinzufügen',
  switchMode: { test: 'Zum Testmodus wechseln', live: 'Zum Livemodus wechseln' },
  switchMerchant: 'Zu {name} wechseln',
  theme: 'Darstellung: {theme}',
  shortcuts: {
    title: 'Tastenkürzel',
    outside: 'Ebenso, außerhalb von Eingabefeldern',
    help: 'Tastenkürzel anzeigen',
    switch: 'Tastenkürzel mit einzelnen Tasten',
    switchHint: 'Wenn ausgeschaltet, funktioniert nur {keys}. Gilt für diesen Browser.',
    thenKey: 'dann',
    andKey: 'und',
  },
};
