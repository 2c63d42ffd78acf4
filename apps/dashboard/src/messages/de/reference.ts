import type { reference as en } from '../en/reference.ts';
import type { Translation } from '../translator.ts';

export const reference: Translation<typeof en> = {
  title: 'API-Referenz',
  lead: 'Die REST-API für Ihren Server, mit Beispielen, auf Englisch. <link>OpenAPI-Dokument</link>',
  documentation: 'Dokumentation',
  extension: 'Erweiterung',
  extensionHint:
    'Geht über die Basisspezifikation hinaus. Eine andere Implementierung hat sie vielleicht nicht.',
  key: 'Schlüssel',
  secretKey: 'Geheimer Schlüssel mit der Berechtigung <scope></scope>',
  publishableKey:
    'Veröffentlichbarer Schlüssel oder geheimer Schlüssel mit der Berechtigung <scope></scope>',
  parameters: 'Parameter',
  body: 'Body der Anfrage',
  response: 'Antwort',
  noFields: 'Keine eigenen Felder.',
  example: 'Beispiel',
  exampleOf: 'Beispiel: {part}',
  errors: 'Fehler',
  name: 'Name',
  type: 'Typ',
  description: 'Beschreibung',
  required: 'erforderlich',
  nullable: 'oder null',
  values: 'Mögliche Werte: <values></values>.',
  in: { path: 'Pfad', query: 'Query', header: 'Header' },
  status: 'Status',
  code: 'Code',
};
