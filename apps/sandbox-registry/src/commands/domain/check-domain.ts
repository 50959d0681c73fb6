import { checkFees } from '../../extensions/fee'
import { canonicalName, parentOf } from '../../model/name'
import { Refusal } from '../../model/result'
import { Fields, token } from '../../xml/fields'
import { DOMAIN, FEE } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import { element } from '../../xml/write'
import type { Answer, ObjectContext } from '../command'
import { findObstacles, type Obstacle } from './domain.store'

/** RFC 5730 allows a reason 32 characters. */
const reasons: Readonly<Record<Obstacle, string>> = {
  unserved: 'Not a name of this registry',
  taken: 'In use',
  reserved: 'Reserved',
  premium: 'Premium name, needs a fee',
}

/** Tells which names could be created at the ordinary terms, in the order asked (RFC 5731 section 3.1.1). */
export async function checkDomain(payload: Element, { db, policy, extensions }: ObjectContext): Promise<Answer> {
  const fields = new Fields(payload)
  const names = [fields.required('name'), ...fields.repeated('name')].map((name) => token(name, [1, 255]))
  fields.end()
  if (names.length > policy.maxCheckObjects) {
    throw new Refusal(2306, `a check names at most ${policy.maxCheckObjects} objects`)
  }
  const canonical = names.map((name) => canonicalName(name))
  const valid = canonical.filter((name) => name !== undefined)
  const obstacles = await findObstacles(db, valid, valid.map(parentOf), policy.door)
  const feeCheck = extensions.get(FEE)
  const fees = feeCheck && (await checkFees({ db, policy }, feeCheck, names))
  const results = names.map((name, index) => {
    const reason = unavailability(canonical[index], obstacles, fees?.priced.has(name) ?? false)
    return element('domain:cd', {}, [
      element('domain:name', { avail: reason === undefined ? '1' : '0' }, name),
      reason === undefined ? undefined : element('domain:reason', {}, reason),
    ])
  })
  return {
    code: 1000,
    resData: element('domain:chkData', { 'xmlns:domain': DOMAIN }, results),
    extensions: fees ? [fees.told] : [],
  }
}

/** Who asks for fees sees that a premium name can be had for its own (RFC 8748 section 5.1.1). */
function unavailability(
  name: string | undefined,
  obstacles: ReadonlyMap<string, Obstacle>,
  hasFee: boolean,
): string | undefined {
  if (name === undefined) return 'Invalid domain name'
  const obstacle = obstacles.get(name)
  if (obstacle === 'premium' && hasFee) return undefined
  return obstacle && reasons[obstacle]
}
