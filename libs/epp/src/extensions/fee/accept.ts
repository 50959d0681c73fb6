import { extensionOf, type Answer } from '../../answer'
import { listOf } from '../../constraints'
import { decodePeriod, type Period } from '../../domain/period'
import type { Extension } from '../../extension'
import { FEE } from '../../namespaces'
import { elementsOf } from '../../xml'
import { decodeCredits, decodeFees, encodeCurrency, encodeFee, optionalDecimal, type Credit, type Fee } from './amounts'

/** Fees and credits of a command, and our balance (RFC 8748 section 5.2). */
export interface Charge {
  readonly currency: string | undefined
  readonly period: Period | undefined
  readonly fees: readonly Fee[]
  readonly credits: readonly Credit[]
  readonly balance: string | undefined
  readonly creditLimit: string | undefined
}

export interface Charged {
  /** Absent when the answer has no fees. */
  readonly charge: Charge | undefined
}

/** The fee that we agree to pay. The registry refuses a lower one than its price with 2004. */
export interface AcceptedFees {
  readonly currency: string
  /** Decimals; several when the registry lists several. */
  readonly fees: readonly string[]
}

/**
 * Agrees to the fee of a create, renew, transfer request, or (as `update`) of a restore. `version` is the namespace that
 * the session uses.
 */
export function acceptFees(
  command: 'create' | 'renew' | 'transfer' | 'update',
  { currency, fees }: AcceptedFees,
  version: string = FEE,
): Extension<Charged> {
  const element = elementsOf(version)(command, [
    encodeCurrency(currency, version),
    ...listOf('fee', fees).map((fee) => encodeFee(fee, version)),
  ])
  return { element, decode: (answer) => decodeCharge(answer, version) }
}

/** Reads the fees of a command without agreement, and the credits of a delete. */
export const readCharge: Extension<Charged> = { decode: (answer) => decodeCharge(answer, FEE) }

const dataElements = ['creData', 'renData', 'trnData', 'updData', 'delData'] as const

function decodeCharge(answer: Answer, version: string): Charged {
  const data = dataElements.map((local) => extensionOf(answer, version, local)).find((found) => found !== undefined)
  if (!data) return { charge: undefined }
  return {
    charge: {
      currency: data.optionalToken('currency'),
      period: decodePeriod(data),
      fees: decodeFees(data),
      credits: decodeCredits(data),
      balance: optionalDecimal(data, 'balance'),
      creditLimit: optionalDecimal(data, 'creditLimit'),
    },
  }
}
