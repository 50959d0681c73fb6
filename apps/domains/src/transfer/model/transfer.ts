import { createHash, timingSafeEqual } from 'node:crypto'
import type { ErrorName } from '@nameyard/contracts/errors'
import type { Domain } from '../../lifecycle/model/domain'
import { permission } from '../../lifecycle/model/permissions'

/** The origin of a transferred domain. */
export type TransferSource = 'another account' | 'another registrar'

export interface RefusedTransfer {
  readonly refused: ErrorName
}

type Held = Pick<Domain, 'authCode' | 'internalAuthCode' | 'phase' | 'resellerId'>

/**
 * Decides the origin of a transfer, by the live row that the platform has of the name. Between accounts of the
 * platform, the internal code is required. A caller with the code of the registry instead gets `internal_transfer`, any
 * other caller `authcode_invalid`.
 */
export function transferSource(
  held: Held | undefined,
  resellerId: number,
  code: string | undefined,
): TransferSource | RefusedTransfer {
  if (!held) return 'another registrar'
  const isOwn = held.resellerId === resellerId
  const permitted = permission(isOwn ? 'transfer' : 'transfer by internal code', held.phase)
  if (typeof permitted === 'object') return permitted
  if (permitted === 'place') return 'another registrar'
  if (code === undefined || isCode(code, held.authCode)) return { refused: 'internal_transfer' }
  return isCode(code, held.internalAuthCode) ? 'another account' : { refused: 'authcode_invalid' }
}

/** Compares codes in constant time. An empty stored code matches nothing. */
function isCode(given: string, code: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(code)) && code !== ''
}
