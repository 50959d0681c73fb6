import { extensionOf, type Answer } from '../../answer'
import { attribute } from '../../element-reader'
import type { Extension } from '../../extension'
import { RGP } from '../../namespaces'
import type { RgpStatus } from '../../status'

export interface GraceStatuses {
  /** The running grace periods of a domain; empty when there are none or the registry does not return them. */
  readonly graceStatuses: readonly RgpStatus[]
}

/** The grace periods in the answer to info and to a restore (RFC 3915 section 4.1.2 and 4.2.5). */
export const graceStatuses: Extension<GraceStatuses> = { decode: decodeGraceStatuses }

export function decodeGraceStatuses(answer: Answer): GraceStatuses {
  const data = extensionOf(answer, RGP, 'infData') ?? extensionOf(answer, RGP, 'upData')
  return { graceStatuses: data ? data.all('rgpStatus').map((status) => attribute(status, 's')) : [] }
}
