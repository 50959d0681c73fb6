/** What stands on the page of a zone, in one language. */
export interface ZoneWords {
  /** BCP 47. */
  readonly language: string
  title(zone: string): string
  until(time: string): string
  readonly name: string
  readonly type: string
  readonly value: string
  readonly ttl: string
  readonly prio: string
  /** Which types have a priority. */
  readonly prioOf: string
  readonly addition: string
  readonly add: string
  readonly change: string
  readonly remove: string
  readonly search: string
  readonly find: string
  readonly done: string
  readonly undo: string
  readonly earlier: string
  readonly later: string
  readonly none: string
  readonly askRemove: string
  readonly yesRemove: string
  readonly noRemove: string
  readonly versions: string
  readonly versionsHint: string
  version(number: number, date: string): string
  counts(added: number, removed: number): string
  readonly now: string
  goBack(version: number): string
  askGoBack(version: number, date: string): string
  readonly goes: string
  readonly comes: string
  readonly nothing: string
  readonly yesGoBack: string
  readonly noGoBack: string
}

/** By language. */
export const zoneWords: Readonly<Record<string, ZoneWords>> = {
  en: {
    language: 'en',
    title: (zone) => `DNS records of ${zone}`,
    until: (time) => `Changes take effect at once. This link works until ${time} UTC.`,
    name: 'Name',
    type: 'Type',
    value: 'Value',
    ttl: 'TTL (seconds)',
    prio: 'Priority',
    prioOf: 'MX and SRV only',
    addition: 'Add a record',
    add: 'Add',
    change: 'Save',
    remove: 'Remove',
    search: 'Look for a name',
    find: 'Search',
    done: 'The change is made.',
    undo: 'Undo',
    earlier: 'Earlier records',
    later: 'Later records',
    none: 'No record has such a name.',
    askRemove: 'Remove this record?',
    yesRemove: 'Yes, remove it',
    noRemove: 'No, keep it',
    versions: 'Earlier versions',
    versionsHint: 'Every change makes a version. Going back makes a new one, so it can be undone too.',
    version: (number, date) => `Version ${number} of ${date} UTC`,
    counts: (added, removed) => `${added} added, ${removed} removed`,
    now: 'shown above',
    goBack: (version) => `Go back to version ${version}`,
    askGoBack: (version, date) => `Go back to version ${version} of ${date} UTC?`,
    goes: 'These records are removed:',
    comes: 'These records are added:',
    nothing: 'The records are the same as now.',
    yesGoBack: 'Yes, go back',
    noGoBack: 'No, keep everything',
  },
  nl: {
    language: 'nl',
    title: (zone) => `DNS-records van ${zone}`,
    until: (time) => `Wijzigingen gelden meteen. Deze link werkt tot ${time} UTC.`,
    name: 'Naam',
    type: 'Type',
    value: 'Waarde',
    ttl: 'TTL (seconden)',
    prio: 'Prioriteit',
    prioOf: 'alleen MX en SRV',
    addition: 'Record toevoegen',
    add: 'Toevoegen',
    change: 'Opslaan',
    remove: 'Verwijderen',
    search: 'Zoek een naam',
    find: 'Zoeken',
    done: 'De wijziging is doorgevoerd.',
    undo: 'Ongedaan maken',
    earlier: 'Eerdere records',
    later: 'Latere records',
    none: 'Geen record heeft zo’n naam.',
    askRemove: 'Dit record verwijderen?',
    yesRemove: 'Ja, verwijderen',
    noRemove: 'Nee, behouden',
    versions: 'Eerdere versies',
    versionsHint: 'Elke wijziging maakt een versie. Teruggaan maakt een nieuwe en kan dus ook ongedaan worden gemaakt.',
    version: (number, date) => `Versie ${number} van ${date} UTC`,
    counts: (added, removed) => `${added} toegevoegd, ${removed} verwijderd`,
    now: 'hierboven',
    goBack: (version) => `Terug naar versie ${version}`,
    askGoBack: (version, date) => `Terug naar versie ${version} van ${date} UTC?`,
    goes: 'Deze records worden verwijderd:',
    comes: 'Deze records worden toegevoegd:',
    nothing: 'De records zijn dezelfde als nu.',
    yesGoBack: 'Ja, ga terug',
    noGoBack: 'Nee, behoud alles',
  },
  de: {
    language: 'de',
    title: (zone) => `DNS-Einträge von ${zone}`,
    until: (time) => `Änderungen gelten sofort. Dieser Link gilt bis ${time} UTC.`,
    name: 'Name',
    type: 'Typ',
    value: 'Wert',
    ttl: 'TTL (Sekunden)',
    prio: 'Priorität',
    prioOf: 'nur MX und SRV',
    addition: 'Eintrag hinzufügen',
    add: 'Hinzufügen',
    change: 'Speichern',
    remove: 'Entfernen',
    search: 'Einen Namen suchen',
    find: 'Suchen',
    done: 'Die Änderung ist gemacht.',
    undo: 'Rückgängig machen',
    earlier: 'Frühere Einträge',
    later: 'Spätere Einträge',
    none: 'Kein Eintrag hat so einen Namen.',
    askRemove: 'Diesen Eintrag entfernen?',
    yesRemove: 'Ja, entfernen',
    noRemove: 'Nein, behalten',
    versions: 'Frühere Versionen',
    versionsHint:
      'Jede Änderung ergibt eine Version. Auch das Zurückgehen ergibt eine und lässt sich rückgängig machen.',
    version: (number, date) => `Version ${number} vom ${date} UTC`,
    counts: (added, removed) => `${added} hinzugefügt, ${removed} entfernt`,
    now: 'oben gezeigt',
    goBack: (version) => `Zurück zu Version ${version}`,
    askGoBack: (version, date) => `Zurück zu Version ${version} vom ${date} UTC?`,
    goes: 'Diese Einträge werden entfernt:',
    comes: 'Diese Einträge kommen hinzu:',
    nothing: 'Die Einträge sind dieselben wie jetzt.',
    yesGoBack: 'Ja, zurückgehen',
    noGoBack: 'Nein, alles behalten',
  },
}
