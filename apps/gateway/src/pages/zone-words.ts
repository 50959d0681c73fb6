/** The texts of the zone page in one language. */
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
  /** Says which record types have a priority. */
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
    search: 'Search by name',
    find: 'Search',
    done: 'Your change was saved.',
    undo: 'Undo',
    earlier: 'Previous records',
    later: 'Next records',
    none: 'No records found for this name.',
    askRemove: 'Remove this record?',
    yesRemove: 'Yes, remove it',
    noRemove: 'No, keep it',
    versions: 'Previous versions',
    versionsHint: 'Every change creates a new version. Restoring a version also creates a new one, so you can undo it.',
    version: (number, date) => `Version ${number} of ${date} UTC`,
    counts: (added, removed) => `${added} added, ${removed} removed`,
    now: 'shown above',
    goBack: (version) => `Restore version ${version}`,
    askGoBack: (version, date) => `Restore version ${version} of ${date} UTC?`,
    goes: 'These records will be removed:',
    comes: 'These records will be added:',
    nothing: 'The records of this version are the same as now.',
    yesGoBack: 'Yes, restore',
    noGoBack: 'No, change nothing',
  },
  nl: {
    language: 'nl',
    title: (zone) => `DNS-records van ${zone}`,
    until: (time) => `Wijzigingen gaan meteen in. Deze link werkt tot ${time} UTC.`,
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
    search: 'Zoeken op naam',
    find: 'Zoeken',
    done: 'Uw wijziging is opgeslagen.',
    undo: 'Ongedaan maken',
    earlier: 'Vorige records',
    later: 'Volgende records',
    none: 'Geen records gevonden met deze naam.',
    askRemove: 'Dit record verwijderen?',
    yesRemove: 'Ja, verwijderen',
    noRemove: 'Nee, behouden',
    versions: 'Eerdere versies',
    versionsHint:
      'Elke wijziging levert een nieuwe versie op. Ook het herstellen van een versie levert een nieuwe versie op, dus u kunt het ongedaan maken.',
    version: (number, date) => `Versie ${number} van ${date} UTC`,
    counts: (added, removed) => `${added} toegevoegd, ${removed} verwijderd`,
    now: 'hierboven',
    goBack: (version) => `Versie ${version} herstellen`,
    askGoBack: (version, date) => `Versie ${version} van ${date} UTC herstellen?`,
    goes: 'Deze records worden verwijderd:',
    comes: 'Deze records worden toegevoegd:',
    nothing: 'De records van deze versie zijn gelijk aan de huidige.',
    yesGoBack: 'Ja, herstellen',
    noGoBack: 'Nee, niets wijzigen',
  },
  de: {
    language: 'de',
    title: (zone) => `DNS-Einträge von ${zone}`,
    until: (time) => `Änderungen gelten sofort. Dieser Link ist gültig bis ${time} UTC.`,
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
    search: 'Nach Namen suchen',
    find: 'Suchen',
    done: 'Ihre Änderung wurde gespeichert.',
    undo: 'Rückgängig machen',
    earlier: 'Vorherige Einträge',
    later: 'Weitere Einträge',
    none: 'Keine Einträge mit diesem Namen gefunden.',
    askRemove: 'Diesen Eintrag entfernen?',
    yesRemove: 'Ja, entfernen',
    noRemove: 'Nein, behalten',
    versions: 'Frühere Versionen',
    versionsHint:
      'Jede Änderung erzeugt eine neue Version. Auch das Wiederherstellen einer Version erzeugt eine neue und lässt sich rückgängig machen.',
    version: (number, date) => `Version ${number} vom ${date} UTC`,
    counts: (added, removed) => `${added} hinzugefügt, ${removed} entfernt`,
    now: 'oben angezeigt',
    goBack: (version) => `Version ${version} wiederherstellen`,
    askGoBack: (version, date) => `Version ${version} vom ${date} UTC wiederherstellen?`,
    goes: 'Diese Einträge werden entfernt:',
    comes: 'Diese Einträge werden hinzugefügt:',
    nothing: 'Die Einträge dieser Version entsprechen den aktuellen.',
    yesGoBack: 'Ja, wiederherstellen',
    noGoBack: 'Nein, nichts ändern',
  },
}
