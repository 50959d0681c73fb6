import { parseRdata, powerdnsSpelling, printRdata } from '@nameyard/zone/record-type'
import { recordTypes } from '@nameyard/zone/record-types'
import type { RRset } from '@nameyard/zone/rrset'
import type { PowerdnsChange, PowerdnsRRset } from './powerdns-api'
import { VersionRejected, type RefusedSet } from './zone-writer'

/** The changes that make what is present what is wanted; whole RRsets, compared on the wire. */
export function planOf(present: readonly PowerdnsRRset[], wanted: readonly RRset[]): PowerdnsChange[] {
  const known = new Map(present.map((set) => [`${set.name.toLowerCase()} ${set.type}`, set]))
  const changes: PowerdnsChange[] = []
  for (const set of wanted) {
    const key = `${set.owner}. ${set.type}`
    const same = known.get(key)
    known.delete(key)
    if (same === undefined || !says(same, set)) changes.push(replacing(set))
  }
  for (const { name, type } of known.values()) changes.push({ name, type, changetype: 'DELETE' })
  return changes
}

function says(present: PowerdnsRRset, wanted: RRset): boolean {
  if (present.ttl !== wanted.ttl || present.records.length !== wanted.rdatas.length) return false
  const rdatas = new Set(wanted.rdatas.map((rdata) => rdata.toString('base64')))
  return present.records.every(({ content, disabled }) => {
    if (disabled) return false
    try {
      return rdatas.has(parseRdata(recordTypes.get(wanted.type)!, content).toString('base64'))
    } catch {
      // Whatever stands there is not what we write.
      return false
    }
  })
}

/** The change that puts an RRset in place of what is there. */
export const replacing = (set: RRset): PowerdnsChange => ({ ...printSet(set), changetype: 'REPLACE' })

/** An RRset as PowerDNS reads it. */
export function printSet({ owner, type, ttl, rdatas }: RRset): PowerdnsRRset {
  const recordType = recordTypes.get(type)!
  return {
    name: `${owner}.`,
    type,
    ttl,
    records: rdatas.map((rdata) => ({ content: printRdata(recordType, rdata, powerdnsSpelling) })),
  }
}

/** A change or an RRset as people name it: `www.example.com A`. */
export const named = ({ name, type }: Pick<PowerdnsRRset, 'name' | 'type'>): string => `${name.slice(0, -1)} ${type}`

/** More refusals than this mean that PowerDNS refuses something else than single RRsets. */
const MOST_REFUSED = 50

/**
 * Sends all sets that PowerDNS takes and answers those that it refuses. A PATCH or POST is all or nothing, so the set
 * that the refusal names is left out and the rest sent again. Throws the refusal where it concerns the SOA record,
 * without which there is no version, or no single set.
 */
export async function sendTaken<Set extends Pick<PowerdnsRRset, 'name' | 'type'>>(
  sets: readonly Set[],
  send: (sets: readonly Set[]) => Promise<void>,
): Promise<RefusedSet[]> {
  let rest = sets
  const refused: RefusedSet[] = []
  for (;;) {
    try {
      await send(rest)
      return refused
    } catch (error) {
      if (!(error instanceof VersionRejected)) throw error
      const culprit = rest.find((set) => isNamedIn(error.reason, set))
      if (culprit === undefined || culprit.type === 'SOA' || refused.length >= MOST_REFUSED) throw error
      refused.push({ record: named(culprit), reason: error.reason })
      rest = rest.filter((set) => set !== culprit)
    }
  }
}

/** PowerDNS names what it refuses as `Record www.example.com./A '…'` or `RRset www.example.com. IN A`. */
function isNamedIn(reason: string, { name, type }: Pick<PowerdnsRRset, 'name' | 'type'>): boolean {
  const [, owner, mnemonic] = /\b(?:Record|RRset) (\S+?)\.?(?:\/| IN )([A-Z0-9-]+)/.exec(reason) ?? []
  return owner !== undefined && `${owner.toLowerCase()}.` === name && mnemonic === type
}

/** Octets of JSON in one request; PowerDNS refuses bodies of 2 MB (`webserver-max-bodysize`). */
const MOST_OCTETS = 1_000_000

/** Changes in parts that fit into one request each. The SOA record comes last: the serial moves when all is there. */
export function inParts(changes: readonly PowerdnsChange[]): PowerdnsChange[][] {
  const ordered = [...changes.filter(({ type }) => type !== 'SOA'), ...changes.filter(({ type }) => type === 'SOA')]
  const parts: PowerdnsChange[][] = [[]]
  let octets = 0
  for (const change of ordered) {
    const size = Buffer.byteLength(JSON.stringify(change)) + 1
    if (octets + size > MOST_OCTETS && octets > 0) {
      parts.push([])
      octets = 0
    }
    parts.at(-1)!.push(change)
    octets += size
  }
  return parts
}
