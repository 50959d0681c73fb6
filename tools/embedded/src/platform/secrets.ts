import { randomBytes } from 'node:crypto'
import { z } from 'zod'

/** EPP passwords have 6 to 16 characters (RFC 5730, pwType). */
const registryPassword = z.string().min(6).max(16)

const schema = z.object({
  registryPassword,
  rivalPassword: registryPassword,
  /** Folders of before links were signed with a kept secret have none. */
  linkSecret: z.string().min(32).default(newSecret),
  /** Folders of before certificates were sold have none. */
  authoritySecret: z.string().min(32).default(newSecret),
  /** Folders of before repeated requests were recognized by a kept secret have none. */
  repeatSecret: z.string().min(32).default(newSecret),
})

/** What the applications of one platform share with nobody else: passwords of the sandbox registry's two accounts, what signs links, what keys of the CA are encrypted with, and the key of the hashes that recognize repeated requests. */
export type Secrets = z.output<typeof schema>

export function newSecrets(): Secrets {
  const random = () => randomBytes(12).toString('base64url')
  return {
    registryPassword: random(),
    rivalPassword: random(),
    linkSecret: newSecret(),
    authoritySecret: newSecret(),
    repeatSecret: newSecret(),
  }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The secrets a file held, or nothing when it held something else. */
export function readSecrets(value: unknown): Secrets | undefined {
  return schema.safeParse(value).data
}
