import type { RoutedOperation } from '@nameyard/contracts/operations'

/** The profiles that an assistant can choose, over HTTP by the path `/mcp/<profile>`. */
export const profileNames = ['read', 'dns', 'domains', 'all'] as const

export type ProfileName = (typeof profileNames)[number]

/** What an assistant may call, and which of it the list of tools has. */
export interface Profile {
  /** Absent for the profile of an assistant that has chosen none. */
  readonly name?: ProfileName
  /** Whether the operation can be called: as a tool of its own, and with `operations_call`. */
  readonly allows: (operation: RoutedOperation) => boolean
  /** Whether `tools/list` has the operation. The others are found with `operations_search`. */
  readonly lists: (operation: RoutedOperation) => boolean
  /** Whether auth codes, private keys and links that work without a login are masked in answers. */
  readonly isMasked: boolean
}

/** The operations of a reseller's daily work: find, order and change domains, their customers and their zones. */
const daily: ReadonlySet<string> = new Set([
  'customers.create',
  'customers.get',
  'customers.list',
  'domain-requirements.list',
  'domains.check',
  'domains.create',
  'domains.get',
  'domains.get-timeline',
  'domains.list',
  'domains.prices',
  'domains.renew',
  'domains.suggest-names',
  'domains.transfer',
  'domains.update',
  'resellers.get',
  'zones.create',
  'zones.get',
  'zones.list',
  'zones.update',
])

const isDaily = ({ id }: RoutedOperation) => daily.has(id)
const every = () => true

const ofDomains = ['customers', 'dns', 'domains', 'resellers', 'tags', 'tlds', 'transactions', 'registries']
const ofDns: ReadonlySet<string> = new Set(['domains.get', 'domains.list'])

const isUnder = ({ path }: RoutedOperation, folder: string) =>
  path === `/v1/${folder}` || path.startsWith(`/v1/${folder}/`)

const profiles: Readonly<Record<ProfileName, Profile>> = {
  read: { name: 'read', allows: ({ effect }) => effect === 'read', lists: isDaily, isMasked: true },
  dns: {
    name: 'dns',
    allows: (operation) => isUnder(operation, 'dns') || ofDns.has(operation.id),
    lists: (operation) => isDaily(operation) || operation.id.startsWith('zones.'),
    isMasked: true,
  },
  domains: {
    name: 'domains',
    allows: (operation) => ofDomains.some((folder) => isUnder(operation, folder)),
    lists: isDaily,
    isMasked: false,
  },
  all: { name: 'all', allows: every, lists: every, isMasked: false },
}

/** All that the account can do, with a list of the tools for daily work. */
const unchosen: Profile = { allows: every, lists: isDaily, isMasked: false }

export function profileOf(name: ProfileName | undefined): Profile {
  return name === undefined ? unchosen : profiles[name]
}

export function isProfileName(name: string): name is ProfileName {
  return (profileNames as readonly string[]).includes(name)
}
