import type { Result } from '@nameyard/contracts/operation'
import type { testRegistryAccount } from '@nameyard/contracts/registry/test-account'
import { feeVersions } from '@nameyard/epp/extensions/fee/versions'
import { ALLOCATION_TOKEN, CHANGE_POLL, FEE, IDN, LAUNCH, LOGIN_SECURITY, RGP, SECDNS } from '@nameyard/epp/namespaces'
import type { Greeting } from '@nameyard/epp/session/greeting'
import type { TldRules } from '../dialects/tld-rules'
import { clockDifference } from '../sessions/model/clock-difference'

export type Obstacle = Result<typeof testRegistryAccount>['obstacles'][number]

/** What does not work without an EPP extension. */
const uses: ReadonlyMap<string, string> = new Map([
  [RGP, 'restores'],
  [SECDNS, 'DNSSEC'],
  [FEE, 'prices of premium names'],
  [LAUNCH, 'orders in launch phases'],
  [IDN, 'tables of internationalized names'],
  [LOGIN_SECURITY, 'passwords of more than 16 characters'],
  [ALLOCATION_TOKEN, 'orders of reserved names'],
  [CHANGE_POLL, 'messages about changes by the registry'],
])

/** Most names of extensions in a sentence. */
const NAMED = 5

/** The EPP extensions that the rules of extensions use and the greeting does not offer, one sentence for each. */
export function missingServices(
  { extURIs }: Pick<Greeting, 'extURIs'>,
  served: readonly { readonly suffix: string; readonly tld: Pick<TldRules, 'extensions'> }[],
): Obstacle[] {
  const needed = new Map<string, string[]>()
  for (const { suffix, tld } of served) {
    for (const uri of tld.extensions) needed.set(uri, [...(needed.get(uri) ?? []), `.${suffix}`])
  }
  return [...needed]
    .filter(([uri]) => !(uri === FEE ? feeVersions : [uri]).some((version) => extURIs.includes(version)))
    .map(([uri, suffixes]) => {
      const more = suffixes.length > NAMED ? ` and ${suffixes.length - NAMED} more` : ''
      const of = `${suffixes.slice(0, NAMED).join(', ')}${more}`
      const what = uses.get(uri) ?? 'commands that use it'
      return { step: 'services', text: `The registry does not offer ${uri}: no ${what} for ${of}.` }
    })
}

/** The sentence about a clock that differs too much from ours. */
export function clockObstacle(aheadMs: number): Obstacle[] {
  const text = clockDifference(aheadMs)
  return text === undefined ? [] : [{ step: 'clock', text }]
}
