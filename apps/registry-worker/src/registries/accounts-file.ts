import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { Dialects } from '../dialects/dialects'
import { accountOf, accountSettings, faultsOf } from './account-settings'
import type { RegistryAccount } from './registry'
import type { Timeouts } from './terms'

const accounts = z.strictObject({ accounts: z.array(accountSettings).min(1) })

/**
 * Reads the accounts file of an operator: `{ "accounts": […] }` in JSON. Throws an error with the names of the invalid
 * fields, never their values: they may be secrets.
 */
export function readAccounts(file: string, timeouts: Timeouts, dialects: Dialects): readonly RegistryAccount[] {
  const parsed = accounts.safeParse(readJson(file))
  if (!parsed.success) {
    const faults = faultsOf(parsed.error).map(({ path, problem }) => `${path}: ${problem}`)
    throw new Error(faults.join('; '))
  }
  const named = parsed.data.accounts
  refuseTwice(
    named.map((each) => each.account),
    'account',
  )
  refuseTwice(
    named.flatMap(({ tlds }) => (Array.isArray(tlds) ? tlds : Object.keys(tlds))),
    'extension',
  )
  if (named.some((each) => each.account.startsWith('sandbox'))) throw new Error('sandbox names the sandbox registry')
  return named.map((each) => accountOf(each, { dialects, timeouts, folder: dirname(file) }))
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

function refuseTwice(names: readonly string[], what: string): void {
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw new Error(`the ${what} ${twice} is given twice`)
}
