import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { z } from 'zod'

/** EPP passwords have 6 to 16 characters (RFC 5730, pwType). */
const registryPassword = z.string().min(6).max(16)

const schema = z.object({
  registryPassword,
  rivalPassword: registryPassword,
  /** Missing in folders of versions that did not store it. */
  linkSecret: z.string().min(32).default(newSecret),
  /** Missing in folders of versions that sold no certificates. */
  authoritySecret: z.string().min(32).default(newSecret),
  /** Missing in folders of versions that stored auth codes in the clear. */
  authCodeSecret: z.string().min(32).default(newSecret),
  /** Missing in folders of versions that did not store it. */
  repeatSecret: z.string().min(32).default(newSecret),
  /** Missing in folders of versions that did not sign who makes a request. */
  actorKey: z.string().default(newActorKey),
  /** Missing in folders of versions without second factors. */
  factorSecret: z.string().min(32).default(newSecret),
  /** Missing in folders of versions without webhooks. */
  webhookSecret: z.string().min(32).default(newSecret),
})

/**
 * The secrets of one platform: the passwords of the two accounts at the sandbox registry, the key that signs links, the
 * secrets that encrypt the keys of the CA, auth codes, second factors and webhooks, the key of the hashes that recognize repeated
 * requests, and the private key that signs who makes a request.
 */
export type Secrets = z.output<typeof schema>

export function newSecrets(): Secrets {
  const random = () => randomBytes(12).toString('base64url')
  return {
    registryPassword: random(),
    rivalPassword: random(),
    linkSecret: newSecret(),
    authoritySecret: newSecret(),
    authCodeSecret: newSecret(),
    repeatSecret: newSecret(),
    actorKey: newActorKey(),
    factorSecret: newSecret(),
    webhookSecret: newSecret(),
  }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

function newActorKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** Returns the secrets in a file, or undefined when it contains something else. */
export function readSecrets(value: unknown): Secrets | undefined {
  return schema.safeParse(value).data
}
