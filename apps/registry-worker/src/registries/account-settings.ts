import { readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { suffix } from '@nameyard/contracts/primitives/suffix'
import type { RegistryTld } from '../dialects/dialect'
import type { Dialects } from '../dialects/dialects'
import { accountName } from './account-name'
import type { Registry, RegistryAccount } from './registry'
import { rriAccount, rriOf } from './rri-account'
import { genericTerms, rules, termsOf } from './rules'
import { servicesOf } from './services'
import { limitsOf, penalty, rate, seconds } from './session-limits'
import type { Terms, Timeouts } from './terms'
import { upstreamAccount, upstreamOf } from './upstream-account'

/** An account in the accounts file. File names are relative to the folder of that file. */
const account = z
  .strictObject({
    driver: z.literal('epp'),
    account: accountName,
    /** Whether names there are for tests only: `registry certify` runs in test environments. */
    environment: z.enum(['test', 'production']).default('production'),
    host: z.string().min(1),
    port: z.number().int().min(1).max(65535).default(700),
    /** The path to which documents are posted, where the registry speaks EPP over HTTPS instead of TLS. */
    httpPath: z
      .string()
      .regex(/^\/[!-~]*$/, 'begins with / and has no blanks')
      .optional(),
    /** Name in the registry's certificate, when it is not the host. */
    servername: z.string().optional(),
    /** What the registry speaks. */
    dialect: z.string().default('plain'),
    /** Our identifier at login (clID). */
    clientId: z.string().min(3).max(16),
    /** Our identifier as the sponsor of objects, where the registry has another one for that. */
    registrarId: z.string().min(3).max(16).optional(),
    /** File with the password and nothing else. */
    passwordFile: z.string(),
    /** The new password for `registry rotate-password`. */
    nextPasswordFile: z.string().optional(),
    /** PEM file of the authority of the registry's certificate; absent: Node's authorities. */
    caFile: z.string().optional(),
    /** PEM files of the certificate that the registry pins to the account, and of its key. */
    certificateFile: z.string().optional(),
    keyFile: z.string().optional(),
    /** File with the passphrase of the key, when it is encrypted. */
    keyPassphraseFile: z.string().optional(),
    /** Our address to connect from, when the registry knows only one of this machine. */
    localAddress: z.union([z.ipv4(), z.ipv6()], 'an IP address of this machine').optional(),
    /** Most sessions, in all replicas together. */
    maxSessions: z.number().int().min(1).max(64),
    /** After how long the registry ends an idle session. */
    idleSeconds: seconds,
    /** After how long the registry ends any session. */
    absoluteSeconds: seconds.default(12 * 3_600),
    /** How often an idle session sends hello; absent: half of `idleSeconds`, at most one minute. */
    keepaliveSeconds: seconds.optional(),
    /** How often its message queue is polled; null: it has none. */
    pollSeconds: seconds.nullable().default(60),
    /** Whether one of several sessions is reserved for the message queue, or it is polled in those of operations. */
    pollSession: z.enum(['dedicated', 'pooled']).default('dedicated'),
    /** Most names in one check. */
    checkNames: z.number().int().min(1).max(1_000).default(20),
    rates: z.array(rate).default([]),
    penalties: z.array(penalty).default([]),
    /** Rules that hold for all TLDs of the account, before those of their records. */
    rules: rules.partial().default({}),
    /** TLDs of this account without a record, with their own rules. Other extensions name the account in their records. */
    tlds: z.record(suffix, rules.partial()).default({}),
  })
  .refine(({ certificateFile, keyFile }) => (certificateFile === undefined) === (keyFile === undefined), {
    path: ['keyFile'],
    message: 'a certificate and its key are given together',
  })
  .refine(({ keyFile, keyPassphraseFile }) => keyPassphraseFile === undefined || keyFile !== undefined, {
    path: ['keyPassphraseFile'],
    message: 'a passphrase belongs to a key',
  })
  .refine(({ keepaliveSeconds = 1, idleSeconds }) => keepaliveSeconds < idleSeconds, {
    path: ['keepaliveSeconds'],
    message: 'a session is kept alive before the registry ends it',
  })

/** The settings of an account, as operators write them. Without `driver` it speaks EPP. */
export const accountSettings = z.preprocess(
  (given) => (typeof given === 'object' && given !== null ? { driver: 'epp', ...given } : given),
  z.discriminatedUnion('driver', [account, rriAccount, upstreamAccount]),
)
export type AccountSettings = z.output<typeof accountSettings>
type Account = z.output<typeof account>

/** What accounts are made with. */
export interface AccountContext {
  readonly dialects: Dialects
  readonly timeouts: Timeouts
  /** The folder to which names of files are relative. */
  readonly folder: string
}

/** The faults that a schema has found: the field of each, and what is wrong with it. */
export function faultsOf(error: z.ZodError): { readonly path: string; readonly problem: string }[] {
  return error.issues.map((issue) => {
    const { path, message } = issue.code === 'invalid_key' ? { ...issue.issues[0]!, path: issue.path } : issue
    return { path: path.join('.'), problem: message }
  })
}

/** Makes an account of its settings, and reads its files. Throws an error that names the field. */
export function accountOf(given: AccountSettings, { dialects, timeouts, folder }: AccountContext): RegistryAccount {
  const read = (path: string) => readSecret(given.account, path, folder)
  if (given.driver === 'upstream') return upstreamOf(given, dialects.find('plain')!, read)
  if (given.driver === 'rri') return rriOf(given, { dialect: dialects.find('plain')!, read, timeouts })
  const dialect = dialects.find(given.dialect)
  if (!dialect) throw new Error(`${given.account}: dialect is one of ${dialects.names.join(', ')}`)
  return registryOf(given, { dialect, read, timeouts })
}

/** Reads a file that settings name, without the line end after its content. */
export function readSecret(account: string, path: string, folder: string): string {
  try {
    return readFileSync(isAbsolute(path) ? path : join(folder, path), 'utf8').trimEnd()
  } catch {
    throw new Error(`${account}: ${path} cannot be read`)
  }
}

function registryOf(given: Account, { dialect, read, timeouts }: Terms): Registry {
  const { idleSeconds, absoluteSeconds, pollSeconds } = given
  const ofAccount = termsOf(given.rules)
  const tlds = new Map(
    Object.entries(given.tlds).map(([name, own]): [string, RegistryTld] => {
      const tld = { ...genericTerms, ...ofAccount, ...termsOf(own), dialect }
      const options = dialect.options.safeParse(tld.options)
      if (!options.success) throw new Error(`${given.account}: tlds.${name}.options: ${z.prettifyError(options.error)}`)
      return [name, { ...tld, options: options.data }]
    }),
  )
  const passwords = () => ({
    current: read(given.passwordFile),
    ...(given.nextPasswordFile !== undefined && { next: read(given.nextPasswordFile) }),
  })
  // A missing file is a fault of the settings at the start.
  passwords()
  const keepaliveSeconds = given.keepaliveSeconds ?? Math.min(60, idleSeconds / 2)
  return {
    account: given.account,
    driver: 'epp',
    dialects: [dialect],
    rules: ofAccount,
    tlds,
    registrarId: given.registrarId ?? given.clientId,
    connection: {
      host: given.host,
      port: given.port,
      tls: {
        ...(given.caFile !== undefined && { ca: read(given.caFile) }),
        ...(given.certificateFile !== undefined && { cert: read(given.certificateFile) }),
        ...(given.keyFile !== undefined && { key: read(given.keyFile) }),
        ...(given.keyPassphraseFile !== undefined && { passphrase: read(given.keyPassphraseFile) }),
        ...(given.servername !== undefined && { servername: given.servername }),
      },
      ...(given.localAddress !== undefined && { localAddress: given.localAddress }),
      ...(given.httpPath !== undefined && { httpPath: given.httpPath }),
      clientId: given.clientId,
      ...servicesOf(dialect, tlds.size > 0 ? [...tlds.values()] : [{ ...genericTerms, ...ofAccount, dialect }]),
      timeouts,
    },
    passwords,
    sessions: given.maxSessions,
    keepaliveMs: keepaliveSeconds * 1_000,
    // A new session is opened before the old one is closed.
    lifetimeMs: absoluteSeconds * 900,
    ...(pollSeconds !== null && { pollMs: pollSeconds * 1_000 }),
    pollsInPool: given.pollSession === 'pooled',
    checkBatch: given.checkNames,
    isTestEnvironment: given.environment === 'test',
    ...limitsOf(given),
  }
}
