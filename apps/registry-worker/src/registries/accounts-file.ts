import { readFileSync } from 'node:fs'
import { isAbsolute, join, dirname } from 'node:path'
import { z } from 'zod'
import { CONTACT, DOMAIN, HOST } from '@nameyard/epp/namespaces'
import { isResultCode, type ResultCode } from '@nameyard/epp/result-code'
import { gtld, profiles } from './profiles'
import type { Registry, RegistryTld } from './registry'

/** The name of a profile. */
export const profileName = z.string().refine((name) => profiles.has(name), 'no profile of that name')

const seconds = z.number().int().min(1)
const code = z.custom<ResultCode>((value) => isResultCode(Number(value)), 'no result code of RFC 5730')

const rate = z.strictObject({
  /** Names of commands such as `domain:create`; absent: all commands. */
  commands: z
    .array(z.string().regex(/^[a-z]+:[a-z-]+$/, 'a command is named as domain:create'))
    .min(1)
    .optional(),
  count: z.number().int().min(1),
  perSeconds: seconds,
})

const penalty = z.strictObject({
  command: z.string().optional(),
  codes: z.array(code).min(1).optional(),
  seconds: z.number().positive(),
})

/** An account in the accounts file. File names are relative to the folder of that file. */
const account = z
  .strictObject({
    /** Our name of the account, stored in every row about it. */
    account: z.string().regex(/^[a-z][a-z0-9-]{1,30}$/, 'lower-case letters, digits and hyphens'),
    host: z.string().min(1),
    port: z.number().int().min(1).max(65535).default(700),
    /** Name in the registry's certificate, when it is not the host. */
    servername: z.string().optional(),
    /** Our identifier there (clID). */
    clientId: z.string().min(3).max(16),
    /** File with the password and nothing else. */
    passwordFile: z.string(),
    /** The new password for `registry rotate-password`. */
    nextPasswordFile: z.string().optional(),
    /** PEM file of the authority of the registry's certificate; absent: Node's authorities. */
    caFile: z.string().optional(),
    /** PEM files of the certificate that the registry pins to the account, and of its key. */
    certificateFile: z.string().optional(),
    keyFile: z.string().optional(),
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
    /** Most names in one check. */
    checkNames: z.number().int().min(1).max(1_000).default(20),
    rates: z.array(rate).default([]),
    penalties: z.array(penalty).default([]),
    /** TLDs of this account, by profile. Other extensions name the account in their records. */
    tlds: z
      .record(
        profileName,
        z.array(z.string().regex(/^[a-z][a-z0-9-]*$/, 'an extension has no dot and is lower case')).min(1),
      )
      .default({}),
  })
  .refine(({ certificateFile, keyFile }) => (certificateFile === undefined) === (keyFile === undefined), {
    path: ['keyFile'],
    message: 'a certificate and its key are given together',
  })
  .refine(({ keepaliveSeconds = 1, idleSeconds }) => keepaliveSeconds < idleSeconds, {
    path: ['keepaliveSeconds'],
    message: 'a session is kept alive before the registry ends it',
  })

const accounts = z.strictObject({ accounts: z.array(account).min(1) })
type Account = z.output<typeof account>

/** Time-outs of an answer and of a connection; milliseconds. */
export type Timeouts = Registry['connection']['timeouts']

/**
 * Reads the accounts file of an operator: `{ "accounts": […] }` in JSON. Throws an error with the names of the invalid
 * fields, never their values: they may be secrets.
 */
export function readAccounts(file: string, timeouts: Timeouts): readonly Registry[] {
  const parsed = accounts.safeParse(readJson(file))
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => {
      const { path, message } = issue.code === 'invalid_key' ? { ...issue.issues[0]!, path: issue.path } : issue
      return `${path.join('.')}: ${message}`
    })
    throw new Error(faults.join('; '))
  }
  const named = parsed.data.accounts
  refuseTwice(
    named.map((each) => each.account),
    'account',
  )
  refuseTwice(
    named.flatMap(({ tlds }) => Object.values(tlds).flat()),
    'extension',
  )
  if (named.some((each) => each.account.startsWith('sandbox'))) throw new Error('sandbox names the sandbox registry')
  const inFolder = (path: string) => (isAbsolute(path) ? path : join(dirname(file), path))
  return named.map((each) => registryOf(each, (path) => readSecret(each.account, inFolder(path)), timeouts))
}

function readJson(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new Error('the file cannot be read')
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('the file is not JSON')
  }
}

function readSecret(account: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trimEnd()
  } catch {
    throw new Error(`${account}: ${path} cannot be read`)
  }
}

function refuseTwice(names: readonly string[], what: string): void {
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw new Error(`the ${what} ${twice} is given twice`)
}

function registryOf(given: Account, read: (path: string) => string, timeouts: Timeouts): Registry {
  const { idleSeconds, absoluteSeconds, pollSeconds } = given
  const tlds = new Map<string, RegistryTld>(
    Object.entries(given.tlds).flatMap(([profile, names]) =>
      names.map((name) => [name, profiles.get(profile)!] as const),
    ),
  )
  const keepaliveSeconds = given.keepaliveSeconds ?? Math.min(60, idleSeconds / 2)
  return {
    account: given.account,
    tlds,
    connection: {
      host: given.host,
      port: given.port,
      tls: {
        ...(given.caFile !== undefined && { ca: read(given.caFile) }),
        ...(given.certificateFile !== undefined && { cert: read(given.certificateFile) }),
        ...(given.keyFile !== undefined && { key: read(given.keyFile) }),
        ...(given.servername !== undefined && { servername: given.servername }),
      },
      clientId: given.clientId,
      password: read(given.passwordFile),
      objURIs: tlds.size === 0 ? [DOMAIN, CONTACT, HOST] : objectsOf([...tlds.values()]),
      extURIs:
        tlds.size === 0
          ? [...gtld.extensions]
          : [...new Set([...tlds.values()].flatMap(({ extensions }) => [...extensions]))],
      timeouts,
    },
    ...(given.nextPasswordFile !== undefined && { nextPassword: read(given.nextPasswordFile) }),
    sessions: given.maxSessions,
    keepaliveMs: keepaliveSeconds * 1_000,
    // A new session is opened before the old one is closed.
    lifetimeMs: absoluteSeconds * 900,
    ...(pollSeconds !== null && { pollMs: pollSeconds * 1_000 }),
    checkBatch: given.checkNames,
    rates: given.rates.map(({ commands, count, perSeconds }) => ({
      ...(commands && { commands }),
      count,
      perMs: perSeconds * 1_000,
    })),
    penalties: given.penalties.map(({ command, codes, seconds: pause }) => ({
      ...(command !== undefined && { command }),
      ...(codes && { codes }),
      pauseMs: pause * 1_000,
    })),
  }
}

/** The object mappings that a session needs; a registry offers only those that it supports. */
export function objectsOf(tlds: readonly RegistryTld[]): readonly string[] {
  return [
    DOMAIN,
    ...(tlds.some(({ contacts }) => contacts !== 'prohibited') ? [CONTACT] : []),
    ...(tlds.some(({ nameserverForm }) => nameserverForm === 'hostObj') ? [HOST] : []),
  ]
}
