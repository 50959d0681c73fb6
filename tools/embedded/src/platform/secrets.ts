import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** What a platform of its own folder keeps to itself. */
export interface Secrets {
  /** EPP passwords have 6 to 16 characters (RFC 5730, pwType). */
  readonly registryPassword: string
  readonly rivalPassword: string
  /** Password of the demo reseller's contact. */
  readonly demoPassword: string
}

/** The secrets of this file, made on first use; readable by their owner only. */
export function secretsIn(file: string): Secrets {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Secrets
  const random = () => randomBytes(12).toString('base64url')
  const secrets: Secrets = { registryPassword: random(), rivalPassword: random(), demoPassword: random() }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}
