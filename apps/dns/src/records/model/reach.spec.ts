import { adviceOn } from '@nameyard/zone/rules/advice'
import { parseRecord, recordKey, type RecordGiven, type ZoneRecord } from '@nameyard/zone/zone-record'
import { changedRecords, type RecordChange } from './changed-records'
import { difference } from './difference'
import { reachOf, type Reach } from './reach'

const apex = 'example.com'
const ttls = { min: 60, max: 604_800 }

/** The result of a change of some records, and the warnings that it newly causes. */
function outcome(current: readonly ZoneRecord[], change: RecordChange) {
  const changed = changedRecords(current, change, apex, ttls, [])
  if (!changed.ok) return { error: changed.error }
  const { records, moved } = changed.value
  const { removed, added, retimed } = difference(current, records)
  const said = (about: readonly ZoneRecord[]) => adviceOn(about, apex).map((advice) => JSON.stringify(advice))
  const known = new Set(said(current))
  return {
    removed: removed.map(recordKey).toSorted(),
    added: added.map(recordKey),
    retimed: retimed.map(({ stored, ttl }) => `${recordKey(stored)} ${ttl}`).toSorted(),
    moved,
    advice: said(records)
      .filter((each) => !known.has(each))
      .toSorted(),
  }
}

const within =
  ({ owners, types }: Reach) =>
  (record: ZoneRecord) =>
    owners.includes(record.owner) || types.includes(record.type)

/** Numbers that look random and are the same in every run (Numerical Recipes' linear congruential generator). */
function numbers(seed: number) {
  let state = seed
  const below = (count: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * count)
  }
  return { below, of: <T>(list: readonly T[]): T => list[below(list.length)]! }
}

const names = ['', 'a', 'b', 'a.b', 'c.a.b', 'sub', 'ns.sub', 'x.sub', 'mail', '_sip._tcp']
const hosts = ['a', 'b', 'ns.sub', 'mail', 'sub', 'x.sub'].map((name) => `${name}.${apex}`)

function recordAt(random: ReturnType<typeof numbers>): RecordGiven {
  const [name, host, ttl] = [random.of(names), random.of(hosts), random.of([300, 600])]
  const values: Record<string, () => string> = {
    A: () => `192.0.2.${random.below(3)}`,
    AAAA: () => `2001:db8::${random.below(3)}`,
    TXT: () => random.of(['"v=spf1 -all"', '"v=spf1 +all"', '"text"']),
    MX: () => random.of([host, host, '.']),
    SRV: () => `0 443 ${host}`,
    CNAME: () => host,
    NS: () => host,
    DNAME: () => 'example.net',
    DS: () => '1 13 2 ' + 'ab'.repeat(32),
    TLSA: () => '3 1 1 ' + 'cd'.repeat(32),
  }
  const type = random.of(Object.keys(values))
  return { name, type, value: values[type]!(), ttl, ...(['MX', 'SRV'].includes(type) && { prio: 10 }) }
}

/** A zone without conflicts: a record that would conflict is left out. */
function zoneOf(random: ReturnType<typeof numbers>): { records: ZoneRecord[]; given: RecordGiven[] } {
  let records: readonly ZoneRecord[] = []
  const given: RecordGiven[] = []
  for (let at = 0; at < 12; at++) {
    const record = recordAt(random)
    const changed = changedRecords(records, { add: [record] }, apex, ttls, [])
    if (!changed.ok) continue
    records = changed.value.records
    given.push(record)
  }
  return { records: [...records], given }
}

it('contains every record that a change depends on', () => {
  const random = numbers(6)
  const seen = { parts: 0, refused: 0, advised: 0 }
  for (let round = 0; round < 1_500; round++) {
    const { records, given } = zoneOf(random)
    const existing = () => (given.length > 0 ? random.of(given) : recordAt(random))
    const change = random.of<() => RecordChange>([
      () => ({ add: [recordAt(random)] }),
      () => ({ add: [recordAt(random), recordAt(random)] }),
      () => ({ remove: [existing()] }),
      () => ({ update: [{ original_record: existing(), record: recordAt(random) }] }),
      () => ({ remove: [existing()], add: [recordAt(random)] }),
    ])()
    const reach = reachOf(change, apex)
    if (reach === undefined) continue
    const parts = records.filter(within(reach))
    const whole = outcome(records, change)
    expect({ change, given, ...outcome(parts, change) }).toEqual({ change, given, ...whole })
    if (parts.length < records.length) seen.parts++
    if ('error' in whole) seen.refused++
    else if (whole.advice.length > 0) seen.advised++
  }
  // The random changes include enough of every kind.
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(50)
})

it('is the whole zone when a delegation or everything changes', () => {
  const ns = { name: 'sub', type: ' ns ', value: 'ns.example.net', ttl: 600 }
  expect(reachOf({ add: [ns] }, apex)).toBeUndefined()
  expect(reachOf({ remove: [{ ...ns, type: 'TYPE39' }] }, apex)).toBeUndefined()
  expect(reachOf({ update: [{ original_record: ns, record: { ...ns, type: 'A' } }] }, apex)).toBeUndefined()
  expect(reachOf({ replace: [] }, apex)).toBeUndefined()
})

it('contains absolute names and the apex, and ignores invalid names', () => {
  const a = { type: 'A', value: '192.0.2.1', ttl: 600 }
  const add = ['www', 'WWW.example.com', '@', 'a b'].map((name) => ({ ...a, name }))
  expect(reachOf({ add }, apex)?.owners).toEqual(['www.example.com', apex])
  expect(parseRecord({ ...a, name: 'a b' }, apex, ttls).ok).toBe(false)
})
