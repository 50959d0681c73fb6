import type { changeZoneByLink } from '@nameyard/contracts/dns/change-zone-by-link'
import type { openZoneLink } from '@nameyard/contracts/dns/open-zone-link'
import type { Answer } from '@nameyard/contracts/operation'
import { escaped, type Document } from './page'
import type { ZoneWords } from './zone-words'

type Zone = Answer<typeof openZoneLink> & {
  readonly search: string
  readonly offset: number
  readonly limit: number
}
type ZoneRecord = Zone['results'][number]
type Plan = NonNullable<Answer<typeof changeZoneByLink>['plan']>
type PlannedRecord = NonNullable<Plan['changes'][number]['is']>

/** The result of a request to the page: a change, a refusal (with the form as filled in), or a question. */
export type Outcome =
  | { readonly kind: 'changed' }
  | { readonly kind: 'refused'; readonly text: string; readonly form: URLSearchParams }
  | { readonly kind: 'remove?'; readonly form: URLSearchParams }
  | { readonly kind: 'restore?'; readonly version: number; readonly plan: Plan }

/** The records of a zone by name, with a form for each, and the versions to go back to. */
export function zonePage(words: ZoneWords, zone: Zone, outcome: Outcome | undefined): Document {
  const { name, results, search } = zone
  const refused = outcome?.kind === 'refused' && outcome.form.get('do') === 'add' ? outcome.form : undefined
  const content = [
    `<p>${escaped(words.until(zone.expires_at.slice(0, 16)))}</p>`,
    outcome === undefined ? '' : printOutcome(words, zone, outcome),
    printAddition(words, zone, refused),
    printSearch(words, search),
    ...byName(zone).map(([owner, records]) => printName(words, name, owner, records)),
    results.length === 0 ? `<p>${escaped(words.none)}</p>` : '',
    printTurns(words, zone),
    printVersions(words, zone),
  ]
  return { language: words.language, title: words.title(name), content: content.filter(Boolean).join('\n') }
}

/** The records grouped by name, in order; those of the zone's own name first. */
function byName({ name, results }: Zone): [string, (ZoneRecord & { index: number })[]][] {
  const groups = new Map<string, (ZoneRecord & { index: number })[]>()
  for (const [index, record] of results.entries()) {
    const group = groups.get(record.name)
    if (group) group.push({ ...record, index })
    else groups.set(record.name, [{ ...record, index }])
  }
  return [...groups].sort(([one], [other]) => Number(other === name) - Number(one === name))
}

function printOutcome(words: ZoneWords, zone: Zone, outcome: Outcome): string {
  switch (outcome.kind) {
    case 'refused':
      return `<p class="told refused" role="alert">${escaped(outcome.text)}</p>`
    case 'changed': {
      const before = zone.versions[1]?.version
      const undo = before === undefined ? '' : `<form method="post">${hidden({ version: before })}${button('restore', words.undo)}</form>` // prettier-ignore
      return `<div class="told" role="status"><p>${escaped(words.done)}</p>${undo}</div>`
    }
    case 'remove?': {
      const of = (field: string) => outcome.form.get(`was_${field}`) ?? ''
      const kept = ['name', 'type', 'value', 'ttl', 'prio'].map((field) => [`was_${field}`, of(field)])
      return question(
        words.askRemove,
        `<p><code>${escaped([of('name') || '@', of('ttl'), of('type'), of('prio'), of('value')].filter(Boolean).join(' '))}</code></p>`,
        `${hidden(Object.fromEntries(kept.filter(([, value]) => value !== '')))}${button('remove', words.yesRemove)}`,
        keepLink(zone, words.noRemove),
      )
    }
    case 'restore?': {
      const date = zone.versions.find(({ version }) => version === outcome.version)?.date.slice(0, 16) ?? ''
      return question(
        words.askGoBack(outcome.version, date),
        printPlan(words, outcome.plan),
        `${hidden({ version: outcome.version })}${button('restore', words.yesGoBack)}`,
        keepLink(zone, words.noGoBack),
      )
    }
  }
}

function question(asked: string, about: string, yes: string, no: string): string {
  return `<div class="told refused" role="alert"><h2>${escaped(asked)}</h2>${about}<form method="post">${yes}${no}</form></div>`
}

function printPlan(words: ZoneWords, { changes }: Plan): string {
  const line = (record: PlannedRecord) =>
    `<li><code>${escaped([record.name, record.ttl, record.type, ...(withPrio.has(record.type) ? [record.prio] : []), record.value].join(' '))}</code></li>`
  const list = (title: string, records: (PlannedRecord | undefined)[]) => {
    const lines = records.flatMap((record) => (record ? [line(record)] : []))
    return lines.length === 0 ? '' : `<p>${escaped(title)}</p><ul>${lines.join('')}</ul>`
  }
  const goes = list(words.goes, changes.map(({ was }) => was)) // prettier-ignore
  const comes = list(words.comes, changes.map(({ is }) => is)) // prettier-ignore
  return goes + comes || `<p>${escaped(words.nothing)}</p>`
}

/** Returns to the same records without a change. */
function keepLink({ search, offset }: Zone, label: string): string {
  return `<a href="?search=${encodeURIComponent(search)}&amp;from=${offset}">${escaped(label)}</a>`
}

function hidden(fields: Readonly<Record<string, string | number>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(String(value))}">`)
    .join('')
}

/** @param of the record of the button, to distinguish buttons with the same label. */
function button(action: string, label: string, of = ''): string {
  const named = of === '' ? '' : `<span class="of"> ${escaped(of)}</span>`
  return `<button name="do" value="${action}">${escaped(label)}${named}</button>`
}

/** A field with its label. For screen readers the label names the record. */
function field(
  id: string,
  label: string,
  control: string,
  options: { of?: string; width?: string; hint?: string } = {},
) {
  const { of = '', width = '', hint = '' } = options
  const named = of === '' ? '' : `<span class="of"> ${escaped(of)}</span>`
  const hinted = hint === '' ? '' : `<small>${escaped(hint)}</small>`
  return `<div class="field ${width}"><label for="${id}">${escaped(label)}${named}</label>${control}${hinted}</div>`
}

function input(id: string, name: string, value: string | number, more = ''): string {
  return `<input id="${id}" name="${name}" value="${escaped(String(value))}" autocomplete="off" spellcheck="false" autocapitalize="none"${more}>`
}

const numeric = ' inputmode="numeric"'

function printSearch(words: ZoneWords, search: string): string {
  return [
    '<form method="get" class="row" role="search">',
    field('search', words.search, input('search', 'search', search)),
    `<button>${escaped(words.find)}</button></form>`,
  ].join('')
}

function printAddition(words: ZoneWords, { types }: Zone, refused: URLSearchParams | undefined): string {
  const was = (name: string, usual = '') => refused?.get(name) ?? usual
  const options = types.map(
    (type) => `<option${type === was('type', 'A') ? ' selected' : ''}>${escaped(type)}</option>`,
  )
  return [
    `<section><h2>${escaped(words.addition)}</h2><form method="post" id="add" class="row">`,
    field('name', words.name, input('name', 'name', was('name'), ' placeholder="www"')),
    field('type', words.type, `<select id="type" name="type">${options.join('')}</select>`, { width: 'short' }),
    field('value', words.value, input('value', 'value', was('value'), ' required'), { width: 'long' }),
    field('ttl', words.ttl, input('ttl', 'ttl', was('ttl', '3600'), numeric), { width: 'short' }),
    field('prio', words.prio, input('prio', 'prio', was('prio'), numeric), { width: 'short', hint: words.prioOf }),
    `${button('add', words.add)}</form></section>`,
  ].join('\n')
}

/** Whether the platform manages a record: the SOA, and the NS of the apex. They are shown but cannot be changed. */
function isManaged(zone: string, { type, name }: ZoneRecord): boolean {
  return type === 'SOA' || (type === 'NS' && name === zone)
}

/** Record types with a priority. */
const withPrio: ReadonlySet<string> = new Set(['MX', 'SRV'])

function printName(
  words: ZoneWords,
  zone: string,
  owner: string,
  records: readonly (ZoneRecord & { index: number })[],
) {
  const relative = owner === zone ? '@' : owner.slice(0, -zone.length - 1)
  const shown = records.map((record) => printRecord(words, zone, relative, record))
  return `<section class="name"><h2>${escaped(owner === zone ? zone : relative)}</h2>\n${shown.join('\n')}</section>`
}

function printRecord(words: ZoneWords, zone: string, relative: string, record: ZoneRecord & { index: number }): string {
  const { type, value, ttl, prio, index } = record
  if (isManaged(zone, record)) {
    return `<p class="row fixed"><b class="type">${escaped(type)}</b><span class="field long">${escaped(value)}</span><small>${escaped(words.ttl)}: ${ttl}</small></p>`
  }
  const hasPrio = withPrio.has(type)
  const was = { was_name: relative, was_type: type, was_value: value, was_ttl: ttl, ...(hasPrio && { was_prio: prio }) }
  const of = `${relative} ${type}`
  const id = `r${index}`
  return [
    `<form method="post" class="row">${hidden({ ...was, name: relative, type })}<b class="type">${escaped(type)}</b>`,
    field(`${id}v`, words.value, input(`${id}v`, 'value', value), { of, width: 'long' }),
    field(`${id}t`, words.ttl, input(`${id}t`, 'ttl', ttl, numeric), { of, width: 'short' }),
    hasPrio ? field(`${id}p`, words.prio, input(`${id}p`, 'prio', prio, numeric), { of, width: 'short' }) : '',
    `<span class="acts">${button('change', words.change, of)}${button('ask-remove', words.remove, of)}</span></form>`,
  ].join('')
}

function printTurns(words: ZoneWords, { offset, limit, total, search }: Zone): string {
  const link = (from: number, label: string) =>
    `<a href="?search=${encodeURIComponent(search)}&amp;from=${from}">${escaped(label)}</a> `
  const earlier = offset > 0 ? link(Math.max(offset - limit, 0), words.earlier) : ''
  const later = offset + limit < total ? link(offset + limit, words.later) : ''
  return earlier || later ? `<p>${earlier}${later}</p>` : ''
}

function printVersions(words: ZoneWords, { versions }: Zone): string {
  const lines = versions.map(({ version, date, who, added, removed }, at) => {
    const day = date.slice(0, 16)
    const about = [words.counts(added, removed), who].filter(Boolean).join(', ')
    const act =
      at === 0
        ? ` <b>${escaped(words.now)}</b>`
        : `<form method="post">${hidden({ version })}${button('ask-restore', words.goBack(version), day)}</form>`
    return `<li><p>${escaped(words.version(version, day))}: ${escaped(about)}${at === 0 ? act : ''}</p>${at === 0 ? '' : act}</li>`
  })
  return `<section class="name"><h2>${escaped(words.versions)}</h2><p>${escaped(words.versionsHint)}</p><ol class="versions">${lines.join('\n')}</ol></section>`
}
