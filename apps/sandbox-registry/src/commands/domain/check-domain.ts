import { openedByToken } from '../../extensions/allocation-token'
import { checkCharges, isCharged } from '../../extensions/charge'
import { checkFees } from '../../extensions/fee'
import { isInternationalized, tableFor } from '../../extensions/idn'
import { findIdnTables, type IdnTable } from '../../extensions/idn.store'
import { checkClaims, readLaunchCheck } from '../../extensions/launch'
import { canonicalName, parentOf } from '../../model/name'
import { Refusal } from '../../model/result'
import { findObstacles, type Obstacle } from '../../objects/domain.store'
import { findRulesOf, type NameRules } from '../../objects/tld-rules.store'
import type { Answer, ObjectContext } from '../../protocol/command'
import { Fields, token } from '../../xml/fields'
import { DOMAIN, FEE, LAUNCH } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import { element } from '../../xml/write'

/** RFC 5730 allows a reason 32 characters. */
const reasons: Readonly<Record<Obstacle, string>> = {
  unserved: 'Not a name of this registry',
  taken: 'In use',
  reserved: 'Reserved',
  premium: 'Premium name, needs a fee',
}

/**
 * Returns which names could be created, in the order of the request (RFC 5731 section 3.1.1). A premium name is
 * available when the check asks for fees (RFC 8748 section 5.1.1). A reserved name is available when the check has its
 * token, which makes all other names unavailable (RFC 8495 section 3.1.1). A check of trademark claims is answered in
 * its extension alone (RFC 8334 section 3.1.1).
 */
export async function checkDomain(payload: Element, context: ObjectContext): Promise<Answer> {
  const { db, policy, extensions } = context
  const fields = new Fields(payload)
  const names = [fields.required('name'), ...fields.repeated('name')].map((name) => token(name, [1, 255]))
  fields.end()
  if (names.length > policy.maxCheckObjects) {
    throw new Refusal(2306, `a check names at most ${policy.maxCheckObjects} objects`)
  }
  const launchCheck = extensions.get(LAUNCH)
  const launch = launchCheck && readLaunchCheck(launchCheck)
  if (launch?.form === 'claims') return { code: 1000, extensions: [await checkClaims(context, names)] }

  const canonical = names.map((name) => canonicalName(name))
  const valid = canonical.filter((name) => name !== undefined)
  const feeCheck = extensions.get(FEE)
  const fees = feeCheck && (await checkFees(context, feeCheck, names))
  const terms: Terms = {
    obstacles: await findObstacles(db, valid, valid.map(parentOf), policy.endpoint),
    rules: await findRulesOf(db, valid, policy.endpoint),
    opened: await openedByToken(context, valid),
    tables: valid.some(isInternationalized) ? await findIdnTables(db) : [],
    phase: launch?.phase,
  }
  const results = names.map((name, index) => {
    const ofName = terms.rules.get(canonical[index] ?? '')
    const hasPrice = fees?.priced.has(name) === true || (ofName !== undefined && isCharged(ofName))
    const reason = unavailability(canonical[index], terms, hasPrice)
    return element('domain:cd', {}, [
      element('domain:name', { avail: reason === undefined ? '1' : '0' }, name),
      reason === undefined ? undefined : element('domain:reason', {}, reason),
    ])
  })
  return {
    code: 1000,
    resData: element('domain:chkData', { 'xmlns:domain': DOMAIN }, results),
    extensions: [fees?.extension, checkCharges(names, terms.rules)].filter((each) => each !== undefined),
  }
}

/** What decides whether a name is available. */
interface Terms {
  readonly obstacles: ReadonlyMap<string, Obstacle>
  readonly rules: ReadonlyMap<string, NameRules>
  /** The names that the token of the check opens; undefined without a token. */
  readonly opened: ReadonlySet<string> | undefined
  readonly tables: readonly IdnTable[]
  /** The launch phase in the check. */
  readonly phase: string | undefined
}

function unavailability(
  name: string | undefined,
  { obstacles, rules, opened, tables, phase }: Terms,
  hasPrice: boolean,
): string | undefined {
  if (name === undefined) return 'Invalid domain name'
  const { idnTables = [], launchPhase } = rules.get(name) ?? {}
  const obstacle = obstacles.get(name)
  const isPassed = (obstacle === 'premium' && hasPrice) || (obstacle === 'reserved' && opened?.has(name))
  if (obstacle && !isPassed) return reasons[obstacle]
  if (opened && !opened.has(name)) return 'Allocation Token mismatch'
  if (launchPhase !== undefined && phase !== undefined && phase !== launchPhase) return 'Not in this phase'
  const own = tables.filter((table) => idnTables.includes(table.name))
  if (own.length > 0 && isInternationalized(name) && !tableFor(name, own)) return 'In no table of the registry'
  return undefined
}
