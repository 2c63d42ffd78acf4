import type { common as en } from '../en/common.ts';
import type { Translation } from '../translator.ts';

export const common: Translation<typeof en> = {
  apply: 'Filter anwenden',
  cancel: 'Abbrechen',
  clearAll: 'Alle entfernen',
  close: 'Schließen',
  atProvider: 'Ansehen<more> beim Anbieter</more>',
  help: 'Hilfe<unseen> zu {topic}</unseen>',
  export: {
    trigger: 'CSV exportieren',
    progress: '{count, plural, one {Bisher # Zeile …} other {Bisher # Zeilen …}}',
    stop: 'Anhalten',
    done: '{count, plural, one {# Zeile wurde exportiert.} other {# Zeilen wurden exportiert.}}',
    stopped: 'Der Export wurde angehalten. Es wurde keine Datei gespeichert.',
    refused: 'Der Export wurde abgelehnt. {reason}',
    interrupted:
      'Der Export ist abgebrochen, deshalb wurde keine Datei gespeichert. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
  },
  copy: {
    action: '{label} {id} kopieren',
    done: 'Kopiert',
    refused:
      'Ihr Browser hat das Kopieren blockiert. Markieren Sie die ID und kopieren Sie sie selbst.',
  },
  actor: {
    you: 'Sie',
    formerMember: 'Ein früheres Mitglied',
    server: 'Ihr Server',
    payer: 'Die zahlende Person',
    provider: 'Der Anbieter',
    parley: 'Parley',
  },
  breadcrumb: 'Übergeordnete Seiten',
  facts: 'Angaben',
  filters: 'Filter',
  filtersSet: 'Filter ({count, number})',
  dayError: 'Wählen Sie {day} oder einen späteren Tag.',
  find: 'Suchen',
  ignoredFilters:
    '{count, plural, one {Ein Filter in dieser Adresse ist ungültig und wurde ignoriert} other {# Filter in dieser Adresse sind ungültig und wurden ignoriert}}: {filters}',
  loading: 'Wird geladen: {what}',
  loadingPage: 'Die Seite wird geladen',
  newest: 'Neueste',
  older: 'Ältere',
  pages: 'Seiten',
  updatedMinutes: 'Vor {minutes, number} Min. aktualisiert',
  updatedSeconds: 'Vor {seconds, number} Sek. aktualisiert',
  selection: {
    count: '{count, number} ausgewählt',
    all: 'Alle {count, number} auswählen',
    clear: 'Auswahl aufheben',
  },
};
