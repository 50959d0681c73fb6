import { z } from 'zod'
import { suffix } from '@nameyard/contracts/primitives/suffix'
import type { Dialect } from '../dialects/dialect'
import { accountName } from './account-name'
import type { UpstreamAccount } from './registry'
import { genericTerms } from './rules'

/** The API answers 15 names in one check. */
const MOST_NAMES = 15

/** An account at an upstream registrar, in the accounts file. File names are relative to the folder of that file. */
export const upstreamAccount = z.strictObject({
  driver: z.literal('upstream'),
  account: accountName,
  /** Address of the API without the version. Plain HTTP only to this machine: the key would be readable. */
  baseUrl: z.url({ protocol: /^https?$/ }).refine((url) => isSecret(new URL(url)), 'begins with https://'),
  /** File with the API key and nothing else. */
  apiKeyFile: z.string(),
  /** PEM file of the authority of its certificate; absent: Node's authorities. */
  caFile: z.string().optional(),
  /** Longer than the upstream registrar waits for its registry. */
  answerSeconds: z.number().int().min(1).max(300).default(30),
  /** Most requests at the same time, of each replica. */
  maxRequests: z.number().int().min(1).max(64).default(4),
  /** How often changes that others made are looked for; null: never. */
  pollSeconds: z.number().int().min(1).nullable().default(300),
  /** Whether the registrar is known to carry out a request with an idempotency key once. A test must prove it too. */
  idempotency: z.boolean().default(false),
  checkNames: z.number().int().min(1).max(MOST_NAMES).default(MOST_NAMES),
  /** Extensions of this account without a record. Other extensions name the account in their records. */
  tlds: z.array(suffix).default([]),
})

function isSecret({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)
}

/** An account with its secrets read. Rules of EPP have no meaning for it: those of a generic TLD stand in their place. */
export function upstreamOf(
  given: z.output<typeof upstreamAccount>,
  dialect: Dialect,
  read: (path: string) => string,
): UpstreamAccount {
  const { account, driver, baseUrl, pollSeconds, caFile } = given
  const apiKey = () => read(given.apiKeyFile)
  // A missing file is a fault of the settings at the start.
  apiKey()
  return {
    account,
    driver,
    dialects: [dialect],
    rules: {},
    tlds: new Map(given.tlds.map((name) => [name, { ...genericTerms, dialect }])),
    baseUrl,
    apiKey,
    ...(caFile !== undefined && { ca: read(caFile) }),
    isIdempotent: given.idempotency,
    answerMs: given.answerSeconds * 1_000,
    sessions: given.maxRequests,
    ...(pollSeconds !== null && { pollMs: pollSeconds * 1_000 }),
    checkBatch: given.checkNames,
    isTestEnvironment: false,
  }
}
