import { randomBytes } from 'node:crypto'
import { z } from 'zod'

/** EPP passwords have 6 to 16 characters (RFC 5730, pwType). */
const schema = z.object({ registryPassword: z.string().min(6).max(16), rivalPassword: z.string().min(6).max(16) })

/** What the applications of one platform share with nobody else: passwords of the sandbox registry's two accounts. */
export type Secrets = z.output<typeof schema>

export function newSecrets(): Secrets {
  const random = () => randomBytes(12).toString('base64url')
  return { registryPassword: random(), rivalPassword: random() }
}

/** The secrets a file held, or nothing when it held something else. */
export function readSecrets(value: unknown): Secrets | undefined {
  return schema.safeParse(value).data
}
