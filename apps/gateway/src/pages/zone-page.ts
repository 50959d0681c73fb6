import type { openZoneLink } from '@nameyard/contracts/dns/open-zone-link'
import type { Answer } from '@nameyard/contracts/operation'
import { escaped, type Document } from './page'

type Zone = Answer<typeof openZoneLink> & {
  readonly search: string
  readonly offset: number
  readonly limit: number
}
type ZoneRecord = Zone['results'][number]

/** What became of the change that was asked for; a refused form is shown again as it was filled in. */
export type Told =
  { readonly isRefused: false } | { readonly isRefused: true; readonly text: string; readonly form: URLSearchParams }

interface Words {
  readonly language: string
  title(zone: string): string
  until(time: string): string
  readonly name: string
  readonly type: string
  readonly value: string
  readonly ttl: string
  readonly prio: string
  readonly add: string
  readonly change: string
  readonly remove: string
  readonly search: string
  readonly done: string
  readonly earlier: string
  readonly later: string
  readonly none: string
}

/** What stands on the page, by language. */
export const words: Readonly<Record<string, Words>> = {
  en: {
    language: 'en',
    title: (zone) => `DNS records of ${zone}`,
    until: (time) => `What you change here counts at once. This link works until ${time} UTC.`,
    name: 'Name',
    type: 'Type',
    value: 'Value',
    ttl: 'TTL (seconds)',
    prio: 'Priority',
    add: 'Add',
    change: 'Save',
    remove: 'Remove',
    search: 'Look for a name',
    done: 'The change is made.',
    earlier: 'Earlier records',
    later: 'Later records',
    none: 'No record has such a name.',
  },
  nl: {
    language: 'nl',
    title: (zone) => `DNS-records van ${zone}`,
    until: (time) => `Wat u hier wijzigt geldt meteen. Deze link werkt tot ${time} UTC.`,
    name: 'Naam',
    type: 'Type',
    value: 'Waarde',
    ttl: 'TTL (seconden)',
    prio: 'Prioriteit',
    add: 'Toevoegen',
    change: 'Opslaan',
    remove: 'Verwijderen',
    search: 'Zoek een naam',
    done: 'De wijziging is doorgevoerd.',
    earlier: 'Eerdere records',
    later: 'Latere records',
    none: 'Geen record heeft zo’n naam.',
  },
  de: {
    language: 'de',
    title: (zone) => `DNS-Einträge von ${zone}`,
    until: (time) => `Was Sie hier ändern, gilt sofort. Dieser Link gilt bis ${time} UTC.`,
    name: 'Name',
    type: 'Typ',
    value: 'Wert',
    ttl: 'TTL (Sekunden)',
    prio: 'Priorität',
    add: 'Hinzufügen',
    change: 'Speichern',
    remove: 'Entfernen',
    search: 'Einen Namen suchen',
    done: 'Die Änderung ist gemacht.',
    earlier: 'Frühere Einträge',
    later: 'Spätere Einträge',
    none: 'Kein Eintrag hat so einen Namen.',
  },
}

/** The records of a zone, each with what may be done to it. */
export function zonePage(words: Words, zone: Zone, told: Told | undefined): Document {
  const { name, results, search } = zone
  const content = [
    `<p>${escaped(words.until(zone.expires_at.slice(0, 16)))}</p>`,
    told === undefined ? '' : printTold(words, told),
    printSearch(words, search),
    printAddition(words, zone, told?.isRefused && told.form.get('do') === 'add' ? told.form : undefined),
    '<table><thead><tr>',
    ...[words.name, words.type, words.value, words.ttl, words.prio].map((head) => `<th>${escaped(head)}</th>`),
    '<th></th></tr></thead><tbody>',
    ...results.map((record, index) => printRecord(words, name, record, `r${index}`)),
    '</tbody></table>',
    results.length === 0 ? `<p>${escaped(words.none)}</p>` : '',
    printTurns(words, zone),
  ]
  return { language: words.language, title: words.title(name), content: content.filter(Boolean).join('\n') }
}

function printTold(words: Words, told: Told): string {
  return told.isRefused
    ? `<p class="told refused" role="alert">${escaped(told.text)}</p>`
    : `<p class="told" role="status">${escaped(words.done)}</p>`
}

function printSearch({ search: label }: Words, search: string): string {
  return `<form method="get"><input name="search" aria-label="${escaped(label)}" placeholder="${escaped(label)}" value="${escaped(search)}"> <button>${escaped(label)}</button></form>`
}

function printAddition(words: Words, { types }: Zone, refused: URLSearchParams | undefined): string {
  const was = (name: string, usual = '') => escaped(refused?.get(name) ?? usual)
  const options = types.map(
    (type) => `<option${type === (refused?.get('type') ?? 'A') ? ' selected' : ''}>${escaped(type)}</option>`,
  )
  return [
    '<form method="post" id="add"><table><tbody><tr>',
    `<td><input name="name" aria-label="${escaped(words.name)}" placeholder="www" value="${was('name')}"></td>`,
    `<td><select name="type" aria-label="${escaped(words.type)}">${options.join('')}</select></td>`,
    `<td><input name="value" aria-label="${escaped(words.value)}" size="40" required value="${was('value')}"></td>`,
    `<td><input name="ttl" aria-label="${escaped(words.ttl)}" size="7" inputmode="numeric" value="${was('ttl', '3600')}"></td>`,
    `<td><input name="prio" aria-label="${escaped(words.prio)}" size="4" inputmode="numeric" value="${was('prio')}"></td>`,
    `<td><button name="do" value="add">${escaped(words.add)}</button></td>`,
    '</tr></tbody></table></form>',
  ].join('\n')
}

/** Those of the platform are shown and stay: the SOA, and the NS of the apex. */
function isManaged(zone: string, { type, name }: ZoneRecord): boolean {
  return type === 'SOA' || (type === 'NS' && name === zone)
}

/** Types whose records have a preference of their own. */
const withPrio: ReadonlySet<string> = new Set(['MX', 'SRV'])

function printRecord(words: Words, zone: string, record: ZoneRecord, id: string): string {
  const { type, name, value, ttl, prio } = record
  const relative = name === zone ? '@' : name.slice(0, -zone.length - 1)
  const shown = `<td>${escaped(relative)}</td><td>${escaped(type)}</td>`
  if (isManaged(zone, record)) return `<tr>${shown}<td>${escaped(value)}</td><td>${ttl}</td><td></td><td></td></tr>`
  const hidden = {
    was_name: relative,
    was_type: type,
    was_value: value,
    was_ttl: ttl,
    was_prio: prio,
    name: relative,
    type,
  }
  const hasPrio = withPrio.has(type)
  const kept = Object.entries(hidden).flatMap(([key, each]) =>
    key === 'was_prio' && !hasPrio
      ? []
      : `<input type="hidden" form="${id}" name="${key}" value="${escaped(String(each))}">`,
  )
  const field = (key: string, label: string, text: string | number, size: number) =>
    `<input form="${id}" name="${key}" aria-label="${escaped(`${label} ${relative} ${type}`)}" size="${size}" value="${escaped(String(text))}">`
  const button = (action: string, label: string) =>
    `<button form="${id}" name="do" value="${action}" aria-label="${escaped(`${label} ${relative} ${type}`)}">${escaped(label)}</button>`
  return [
    `<tr>${shown}<td>${field('value', words.value, value, 40)}</td><td>${field('ttl', words.ttl, ttl, 7)}</td>`,
    `<td>${hasPrio ? field('prio', words.prio, prio, 4) : ''}</td>`,
    `<td><form method="post" id="${id}"></form>${kept.join('')}${button('change', words.change)}${button('remove', words.remove)}</td></tr>`,
  ].join('')
}

function printTurns(words: Words, { offset, limit, total, search }: Zone): string {
  const link = (from: number, label: string) =>
    `<a href="?search=${encodeURIComponent(search)}&amp;from=${from}">${escaped(label)}</a> `
  const earlier = offset > 0 ? link(Math.max(offset - limit, 0), words.earlier) : ''
  const later = offset + limit < total ? link(offset + limit, words.later) : ''
  return earlier || later ? `<p>${earlier}${later}</p>` : ''
}
