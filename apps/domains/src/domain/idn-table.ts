import { fail } from '@nameyard/contracts/errors'
import { fitsScript, type IdnScript } from '../tlds/idn-scripts'
import type { RequestedName } from '../tlds/requested-name'

/** The script that an order says its name is written in; refuses one that the extension does not take or the name does not fit. */
export function refuseWrongScript({ label, unicodeLabel, tld }: RequestedName, given: unknown): void {
  if (given === undefined || given === '') return
  const field = 'additional_data.idn_script'
  const script = scriptOf(tld, given)
  if (!script) return fail('additional_data_invalid', { field, problem: `cannot be ${String(given)}` })
  if (label !== unicodeLabel && !fitsScript(unicodeLabel, script)) {
    fail('additional_data_invalid', { field, problem: `${unicodeLabel} is not written in ${script.description}` })
  }
}

/** The registry's table for a label; absent for one in ASCII, and where the registry chooses. */
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
