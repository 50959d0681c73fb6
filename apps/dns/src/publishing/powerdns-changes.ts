import { parseRdata, powerdnsSpelling, printRdata } from '@nameyard/zone/record-type'
import { recordTypes } from '@nameyard/zone/record-types'
import type { RRset } from '@nameyard/zone/rrset'
import type { PowerdnsChange, PowerdnsRRset } from './powerdns-api'
import { VersionRejected, type RefusedSet } from './zone-writer'

/** Returns the changes from the present RRsets to the wanted ones. Compares whole RRsets in wire form. */
export function planOf(present: readonly PowerdnsRRset[], wanted: readonly RRset[]): PowerdnsChange[] {
  const known = new Map(present.map((set) => [`${set.name.toLowerCase()} ${set.type}`, set]))
  const changes: PowerdnsChange[] = []
  for (const set of wanted) {
    const key = `${set.owner}. ${set.type}`
    const same = known.get(key)
    known.delete(key)
    if (same === undefined || !equals(same, set)) changes.push(replacing(set))
  }
  for (const { name, type } of known.values()) changes.push({ name, type, changetype: 'DELETE' })
  return changes
}

function equals(present: PowerdnsRRset, wanted: RRset): boolean {
  if (present.ttl !== wanted.ttl || present.records.length !== wanted.rdatas.length) return false
  const rdatas = new Set(wanted.rdatas.map((rdata) => rdata.toString('base64')))
  return present.records.every(({ content, disabled }) => {
    if (disabled) return false
    try {
      return rdatas.has(parseRdata(recordTypes.get(wanted.type)!, content).toString('base64'))
    } catch {
      // This platform writes only records that it can read.
      return false
    }
  })
}

/** Returns the change that replaces an RRset. */
export const replacing = (set: RRset): PowerdnsChange => ({ ...printSet(set), changetype: 'REPLACE' })

/** Prints an RRset as PowerDNS reads it. */
export function printSet({ owner, type, ttl, rdatas }: RRset): PowerdnsRRset {
  const recordType = recordTypes.get(type)!
  return {
    name: `${owner}.`,
    type,
    ttl,
    records: rdatas.map((rdata) => ({ content: printRdata(recordType, rdata, powerdnsSpelling) })),
  }
}

/** Names a change or an RRset: `www.example.com A`. */
export const named = ({ name, type }: Pick<PowerdnsRRset, 'name' | 'type'>): string => `${name.slice(0, -1)} ${type}`

/** More refusals mean that PowerDNS does not refuse single RRsets but something else. */
const MOST_REFUSED = 50

/**
 * Sends all sets that PowerDNS accepts and returns those that it refuses. A PATCH or POST is all or nothing, so the set that
 * the refusal names is left out and the rest is sent again. Throws a refusal of the SOA record, without which there is no
 * version, and a refusal that names no set.
 */
export async function sendAccepted<Set extends Pick<PowerdnsRRset, 'name' | 'type'>>(
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

/** Whether a refusal names a set. PowerDNS names it as `Record www.example.com./A '…'` or `RRset www.example.com. IN A`. */
function isNamedIn(reason: string, { name, type }: Pick<PowerdnsRRset, 'name' | 'type'>): boolean {
  const [, owner, mnemonic] = /\b(?:Record|RRset) (\S+?)\.?(?:\/| IN )([A-Z0-9-]+)/.exec(reason) ?? []
  return owner !== undefined && `${owner.toLowerCase()}.` === name && mnemonic === type
}

/** Most octets of JSON in one request; PowerDNS refuses bodies of 2 MB (`webserver-max-bodysize`). */
const MOST_OCTETS = 1_000_000

/** Splits changes into requests. The SOA record comes last, so that the serial changes when all data is there. */
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
