import type { ErrorName } from '@nameyard/contracts/errors'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Domain } from './domain'
import { permission } from './permissions'
import type { LifeRules } from './rules'

/** How a domain comes to an account: from another registrar, or from another account of the platform. */
export type TransferRoad = 'another account' | 'another registrar'

export interface RefusedTransfer {
  readonly refused: ErrorName
}

type Held = Pick<Domain, 'authCode' | 'internalAuthCode' | 'phase' | 'resellerId'>

/**
 * Which road a transfer takes, by the live row that the platform has of the name. A domain that is here moves by its
 * internal code; who holds the code of its registry instead is told so, and anybody else that the code is wrong.
 */
export function transferRoad(
  held: Held | undefined,
  resellerId: number,
  code: string | undefined,
): TransferRoad | RefusedTransfer {
  if (!held) return 'another registrar'
  const isOwn = held.resellerId === resellerId
  const permitted = permission(isOwn ? 'transfer' : 'transfer by internal code', held.phase)
  if (typeof permitted === 'object') return permitted
  if (permitted === 'place') return 'another registrar'
  if (code === undefined || isCode(code, held.authCode)) return { refused: 'internal_transfer' }
  return isCode(code, held.internalAuthCode) ? 'another account' : { refused: 'authcode_invalid' }
}

/**
 * Whether a transfer waits for the registrant: to authorize it where the extension wants that, or to give its code, which
 * some registries tell nobody else.
 */
export function needsAuthorization(
  { type, authorizedAt, transferCode }: Pick<Domain, 'authorizedAt' | 'transferCode' | 'type'>,
  { transfer }: Pick<LifeRules, 'transfer'>,
): boolean {
  return type === 'TRANSFER' && ((transfer.isAuthorizedByRegistrant && authorizedAt === null) || transferCode === '')
}

/** Whether a code is the one; takes equally long however much of it is right. An empty one opens nothing. */
function isCode(given: string, code: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(code)) && code !== ''
}
