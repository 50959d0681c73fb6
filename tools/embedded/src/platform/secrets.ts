import { randomBytes } from 'node:crypto'
import { z } from 'zod'

/** EPP passwords have 6 to 16 characters (RFC 5730, pwType). */
const registryPassword = z.string().min(6).max(16)

const schema = z.object({
  registryPassword,
  rivalPassword: registryPassword,
  /** Folders of before links were signed with a kept secret have none. */
  linkSecret: z.string().min(32).default(newLinkSecret),
})

/** What the applications of one platform share with nobody else: passwords of the sandbox registry's two accounts, and what signs links. */
export type Secrets = z.output<typeof schema>

export function newSecrets(): Secrets {
  const random = () => randomBytes(12).toString('base64url')
  return { registryPassword: random(), rivalPassword: random(), linkSecret: newLinkSecret() }
}

function newLinkSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The secrets a file held, or nothing when it held something else. */
export function readSecrets(value: unknown): Secrets | undefined {
  return schema.safeParse(value).data
}
