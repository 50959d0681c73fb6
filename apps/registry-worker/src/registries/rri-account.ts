import { z } from 'zod'
import { suffix } from '@nameyard/contracts/primitives/suffix'
import { accountName } from './account-name'
import type { RriAccount } from './registry'
import { genericTerms } from './rules'
import { limitsOf, penalty, rate, seconds } from './session-limits'
import type { Terms } from './terms'

/** An account at DENIC, in the accounts file. File names are relative to the folder of that file. */
export const rriAccount = z.strictObject({
  driver: z.literal('rri'),
  account: accountName,
  host: z.string().min(1),
  port: z.number().int().min(1).max(65535).default(51131),
  /** Name in the registry's certificate, when it is not the host. */
  servername: z.string().optional(),
  /** Our RegAccId, which begins every handle of ours. */
  registrarId: z.string().regex(/^DENIC-\d{1,7}$/, 'is written as DENIC-1000001'),
  /** The login; absent: the RegAccId with `-RRI`. */
  user: z.string().min(9).max(32).optional(),
  /** File with the password and nothing else. */
  passwordFile: z.string(),
  /** PEM file of the authority of the registry's certificate; absent: Node's authorities. */
  caFile: z.string().optional(),
  /** Our address to connect from, when the registry knows only one of this machine. */
  localAddress: z.union([z.ipv4(), z.ipv6()], 'an IP address of this machine').optional(),
  /** Most sessions, in all replicas together: DENIC allows 7, in its test environment 4. */
  maxSessions: z.number().int().min(1).max(64).default(4),
  /** After how long the registry ends an idle session. */
  idleSeconds: seconds.default(300),
  /** How often the message queue is read; null: never. */
  pollSeconds: seconds.nullable().default(60),
  rates: z.array(rate).default([]),
  penalties: z.array(penalty).default([]),
  /** Where questions about a domain go, and reports of abuse: `https://registrar.example/contact{?domain}`. */
  generalRequest: z.string().min(1).max(255).optional(),
  abuseContact: z.string().min(1).max(255).optional(),
  /** Extensions of this account without a record. Other extensions name the account in their records. */
  tlds: z.array(suffix).default([]),
})

/** Without a limit of the registry: a session is replaced now and then. */
const LIFETIME_MS = 12 * 3_600_000

/** An account with its secrets read. Rules of EPP have no meaning for it: those of a generic TLD stand in their place. */
export function rriOf(given: z.output<typeof rriAccount>, { dialect, read, timeouts }: Terms): RriAccount {
  const { account, driver, host, port, registrarId, pollSeconds, generalRequest, abuseContact } = given
  const passwords = () => ({ current: read(given.passwordFile) })
  // A missing file is a fault of the settings at the start.
  passwords()
  return {
    account,
    driver,
    dialects: [dialect],
    rules: {},
    tlds: new Map(given.tlds.map((name) => [name, { ...genericTerms, dialect }])),
    registrarId,
    user: given.user ?? `${registrarId}-RRI`,
    connection: {
      host,
      port,
      tls: {
        ...(given.caFile !== undefined && { ca: read(given.caFile) }),
        ...(given.servername !== undefined && { servername: given.servername }),
      },
      ...(given.localAddress !== undefined && { localAddress: given.localAddress }),
      timeouts,
    },
    passwords,
    sessions: given.maxSessions,
    keepaliveMs: given.idleSeconds * 500,
    lifetimeMs: LIFETIME_MS,
    ...(pollSeconds !== null && { pollMs: pollSeconds * 1_000 }),
    // A check has one name.
    checkBatch: 1,
    isTestEnvironment: false,
    ...limitsOf(given),
    ...(generalRequest !== undefined && { generalRequest }),
    ...(abuseContact !== undefined && { abuseContact }),
  }
}
