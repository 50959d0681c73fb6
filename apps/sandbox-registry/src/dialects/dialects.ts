import { COMMON_ENDPOINT } from '../model/endpoint'
import { selfAndAncestors } from '../model/name'
import type { NameRules } from '../objects/tld-rules.store'
import type { CommandRequest } from '../protocol/request'
import type { Services } from '../sessions/services'
import type { Element } from '../xml/read'
import { afnic } from './afnic/afnic'
import { cira } from './cira/cira'
import { denic } from './denic/denic'
import type { Dialect, OwnCommand } from './dialect'
import { dnsbe } from './dnsbe/dnsbe'
import { eurid } from './eurid/eurid'
import { iis } from './iis/iis'
import { nicat } from './nicat/nicat'
import { nicit } from './nicit/nicit'
import { norid } from './norid/norid'
import { punktum } from './punktum/punktum'
import { sidn } from './sidn/sidn'
import { verisign } from './verisign/verisign'

/** One for each folder beside this file. The dialect `plain`, which is that of the RFCs, needs no code. */
const all: readonly Dialect[] = [afnic, cira, denic, dnsbe, eurid, iis, nicat, nicit, norid, punktum, sidn, verisign]

/** The names that a TLD may have as its dialect. */
export const dialectNames: readonly string[] = ['plain', ...all.map(({ name }) => name)]

/** The command prefixes of own object mappings, by namespace. */
export const objectPrefixes: ReadonlyMap<string, string> = new Map(all.flatMap(({ objects }) => [...(objects ?? [])]))

/** Verbs of dialects that stand in `<command>`, like those of RFC 5730. */
export const ownVerbs: ReadonlySet<string> = new Set(all.flatMap(({ verbs = [] }) => verbs))

/** Namespaces of which several elements extend one command. */
export const several: ReadonlySet<string> = new Set(all.flatMap(({ several = [] }) => several))

/** Reads the element in `<extension>` below `<epp>`; undefined when it is in no namespace of a dialect. */
export function readOwn(element: Element): OwnCommand | undefined {
  return all.find(({ extensions }) => extensions.includes(element.ns))?.readOwn?.(element)
}

/** The services of a greeting beside those of the RFCs: the common endpoint speaks every dialect. */
export function ownServices(endpoint: string, dialect: string | null): Services {
  const spoken = all.filter(({ name }) => endpoint === COMMON_ENDPOINT || name === dialect)
  return {
    objects: spoken.flatMap(({ objects }) => [...(objects?.keys() ?? [])]),
    extensions: spoken.flatMap(({ extensions }) => extensions),
  }
}

/** The dialect of a command, and the rules of the domain that decides it. */
export interface Spoken {
  readonly dialect: Dialect | undefined
  readonly rules: NameRules | undefined
}

/**
 * Finds the dialect of a command: that of the TLD of its domain, of the extension of a host, or of the TLD above the host;
 * else that of its endpoint, else the one that an extension or object mapping belongs to. Registries also have hosts below
 * TLDs of others, so the name of a host does not decide alone.
 */
export async function dialectOf(
  { name, objects, payload, extensions }: CommandRequest,
  ofEndpoint: string | null,
  rulesOf: (name: string) => Promise<NameRules | undefined>,
): Promise<Spoken> {
  const [object] = objects
  const [mapping] = name.split(':')
  if (object !== undefined && mapping === 'domain') {
    const rules = await rulesOf(object)
    if (rules) return { dialect: find(rules.dialect), rules }
  }
  const owner = all.find(
    (each) =>
      each.objects?.has(payload.ns) ||
      each.extensions.some((extension) => extension === payload.ns || extensions.has(extension)),
  )
  if (object !== undefined && mapping === 'host' && !owner) {
    for (const parent of selfAndAncestors(object)) {
      const rules = await rulesOf(parent)
      if (rules) return { dialect: find(rules.dialect), rules }
    }
  }
  return { dialect: ofEndpoint === null ? owner : find(ofEndpoint), rules: undefined }
}

function find(name: string): Dialect | undefined {
  return all.find((each) => each.name === name)
}
