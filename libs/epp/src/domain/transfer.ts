import type { Answer } from '../answer'
import { encodeAuthInfo, type AuthInfo } from '../auth-info'
import { type Command } from '../command'
import { label } from '../constraints'
import { ElementReader, ProtocolError } from '../element-reader'
import { DOMAIN, EPP } from '../namespaces'
import { decodeTransfer, type TransferState } from '../transfer-state'
import { elementsOf } from '../xml'
import { encodePeriod, type Period } from './period'

const domain = elementsOf(DOMAIN)

/** A pending or finished transfer of a domain (RFC 5731 section 3.1.3). */
export interface DomainTransfer extends TransferState {
  readonly name: string
  /** The expiry date after the transfer, when the transfer changes it. */
  readonly exDate: Date | undefined
}

export interface DomainToTransfer {
  readonly name: string
  readonly authInfo: AuthInfo
  /** The period that the transfer adds. */
  readonly period?: Period | undefined
}

/**
 * Requests the transfer of a domain to us (RFC 5731 section 3.2.4). Answered 1001 when the losing registrar may still
 * reject, 1000 when the transfer takes effect at once.
 */
export function requestTransfer({ name, authInfo, period }: DomainToTransfer): Command<DomainTransfer | undefined> {
  return transferCommand('request', name, transferIn, { authInfo, period })
}

/** Queries the last transfer of a domain. The registry answers the two registrars, and a client with the authInfo. */
export function queryTransfer(name: string, authInfo?: AuthInfo): Command<DomainTransfer> {
  const decode = (answer: Answer) => {
    const transfer = transferIn(answer)
    if (!transfer) throw new ProtocolError('the response has no <trnData>')
    return transfer
  }
  return transferCommand('query', name, decode, { authInfo })
}

/** Approves the transfer of a domain to the requesting registrar. */
export const approveTransfer = (name: string) => transferCommand('approve', name, transferIn)

/** Rejects the transfer of a domain. */
export const rejectTransfer = (name: string) => transferCommand('reject', name, transferIn)

/** Cancels our own transfer request. */
export const cancelTransfer = (name: string) => transferCommand('cancel', name, transferIn)

function transferCommand<Data>(
  op: 'request' | 'query' | 'approve' | 'reject' | 'cancel',
  name: string,
  decode: (answer: Answer) => Data,
  { authInfo, period }: { authInfo?: AuthInfo | undefined; period?: Period | undefined } = {},
): Command<Data> {
  const payload = domain('transfer', [
    domain('name', label('name', name)),
    period && encodePeriod(period),
    authInfo && encodeAuthInfo(DOMAIN, authInfo),
  ])
  return { name: `domain:transfer-${op}`, verb: elementsOf(EPP)('transfer', [payload], { op }), decode }
}

/** The transfer in an answer or a poll message; not every registry returns it after approve, reject and cancel. */
function transferIn({ resData }: Answer): DomainTransfer | undefined {
  const element = resData.find(({ ns, local }) => ns === DOMAIN && local === 'trnData')
  if (!element) return undefined
  const trnData = new ElementReader(element)
  return { name: trnData.token('name'), ...decodeTransfer(trnData), exDate: trnData.optionalDate('exDate') }
}
