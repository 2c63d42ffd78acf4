import type { failure as en } from '../en/failure.ts';
import type { Translation } from '../translator.ts';

export const failure: Translation<typeof en> = {
  title: 'Diese Seite konnte nicht angezeigt werden',
  text: 'Beim Aufbau dieser Seite ist ein interner Fehler aufgetreten. Es wurde nichts geändert. Versuchen Sie es erneut. Schlägt es wieder fehl, wenden Sie sich mit der Anfrage-ID an den Support.',
  unavailableTitle: 'Die Daten sind vorübergehend nicht verfügbar',
  unavailableText:
    'Die Datenbank antwortet nicht. Laufende Zahlungen hängen nicht von dieser Seite ab. Versuchen Sie es gleich noch einmal.',
  invalidTitle: 'Diese Adresse ist ungültig',
  invalidText: 'Sie verweist auf eine Seite einer Liste, die es nicht gibt.',
  firstPage: 'Erste Seite öffnen',
  retry: 'Erneut versuchen',
  retrying: 'Neuer Versuch läuft …',
  reference: 'Referenz {id}',
};
