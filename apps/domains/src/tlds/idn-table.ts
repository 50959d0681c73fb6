import { fail } from '@nameyard/contracts/errors'
import { fitsScript, type IdnScript } from './idn-scripts'
import type { RequestedName } from './requested-name'

/** Refuses the script of an order when the extension does not offer it, or the name is not written in it. */
export function refuseWrongScript({ label, unicodeLabel, tld }: RequestedName, given: unknown): void {
  if (given === undefined || given === '') return
  const field = 'additional_data.idn_script'
  const script = scriptOf(tld, given)
  if (!script) return fail('additional_data_invalid', { field, problem: `cannot be ${String(given)}` })
  if (label !== unicodeLabel && !fitsScript(unicodeLabel, script)) {
    fail('additional_data_invalid', { field, problem: `${unicodeLabel} is not written in ${script.description}` })
  }
}

/** Refuses an order of an internationalized name without a script, where the registry demands one. */
export function refuseMissingScript({ label, tld }: RequestedName, given: unknown): void {
  if (tld.isIdnScriptRequired && label.startsWith('xn--') && (given === undefined || given === '')) {
    fail('additional_data_missing', { field: 'additional_data.idn_script' })
  }
}

/** The registry's IDN table for a label; undefined for an ASCII label, and where the registry chooses. */
export function tableOf(
  label: string,
  idnScript: unknown,
  rules: { readonly idnScripts: readonly IdnScript[] },
): string | undefined {
  return label.startsWith('xn--') ? scriptOf(rules, idnScript)?.table : undefined
}

function scriptOf({ idnScripts }: { readonly idnScripts: readonly IdnScript[] }, given: unknown) {
  const asked = String(given).toLowerCase()
  return idnScripts.find(({ value }) => value.toLowerCase() === asked)
}
