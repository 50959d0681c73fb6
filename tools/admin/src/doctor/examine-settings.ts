import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { ConfigError, loadConfig } from '@nameyard/runtime/load-config'
import type { Finding } from './examine-database'

type Environment = Readonly<Record<string, string | undefined>>

/** Milliseconds before its end at which a certificate must be renewed: the limit of the alert of the gateway. */
const RENEWAL_MS = 14 * 86_400_000

/** Names of settings with a secret in the value, or in the file of that name with `_FILE`. */
const SECRET = /^([A-Z\d_]+_(?:SECRET|PASSWORD|SIGNING_KEY|API_KEY))(?:_FILE)?$/

/** Settings that name the certificate of a listener of ours, or ours at a registry. */
const CERTIFICATE = /^(GATEWAY_TLS_CERTIFICATE|[A-Z\d_]+_CERTIFICATE_FILE)$/

/** Certificates and secrets that the settings name, also those of the accounts file of the registry worker. */
export function examineSettings(environment: Environment, now: number): Finding[] {
  const named = Object.entries(environment).flatMap(([name, file]) =>
    CERTIFICATE.test(name) && file ? [[name, file] as const] : [],
  )
  const certificates = [...named, ...certificatesOfAccounts(environment)]
  return [...certificates.map(([what, file]) => certificateFinding(what, file, now)), ...secretFindings(environment)]
}

function certificatesOfAccounts({ REGISTRY_ACCOUNTS_FILE: file }: Environment): (readonly [string, string])[] {
  if (!file) return []
  try {
    const { accounts } = JSON.parse(readFileSync(file, 'utf8')) as {
      readonly accounts: readonly { readonly account: string; readonly certificateFile?: string }[]
    }
    return accounts.flatMap(({ account, certificateFile }) =>
      certificateFile ? [[`certificate of ${account}`, resolve(dirname(file), certificateFile)] as const] : [],
    )
  } catch {
    // The registry worker names the fault of the file when it starts.
    return []
  }
}

function certificateFinding(what: string, file: string, now: number): Finding {
  try {
    const { validTo } = new X509Certificate(readFileSync(file))
    const left = Date.parse(validTo) - now
    return {
      what,
      value: `valid until ${new Date(validTo).toISOString().slice(0, 10)}`,
      ...(left < RENEWAL_MS && { problem: left < 0 ? 'has expired: renew it.' : 'ends within 14 days: renew it.' }),
    }
  } catch (error) {
    return { what, value: file, problem: `cannot be read: ${(error as Error).message}` }
  }
}

/** One line for all secrets: their number, and what is wrong with them, without a value. */
function secretFindings(environment: Environment): Finding[] {
  const names = new Set(Object.keys(environment).flatMap((name) => SECRET.exec(name)?.[1] ?? []))
  if (names.size === 0) return []
  const schema = z.object(Object.fromEntries([...names].map((name) => [name, z.string().min(1, 'is empty')])))
  try {
    loadConfig(schema, environment)
    return [{ what: 'secrets', value: `${names.size}` }]
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [{ what: 'secrets', value: `${names.size}`, problem: error.message }]
  }
}
