import { extensionOf } from '../../answer'
import { listOf } from '../../constraints'
import { decodePeriod, encodePeriodOf, type Period } from '../../domain/period'
import { attribute, ElementReader } from '../../element-reader'
import type { Extension } from '../../extension'
import { FEE } from '../../namespaces'
import { elementsOf } from '../../xml'
import { decodeCredits, decodeFees, encodeCurrency, type Credit, type Fee } from './amounts'

const fee = elementsOf(FEE)

/** The commands that have a price (RFC 8748 section 3.1). */
export type FeeCommand = 'create' | 'delete' | 'renew' | 'update' | 'transfer' | 'restore'

export interface FeeQuestion {
  readonly command: FeeCommand
  readonly period?: Period | undefined
}

/** The prices of commands on one object. */
export interface ObjectFees {
  /** The object as the registry echoes it. */
  readonly id: string
  /** False when the registry has no fees for the object; `reason` says why. */
  readonly available: boolean
  /** Price class: `standard`, `premium` or one of the registry's own; absent when the registry does not state it. */
  readonly class: string | undefined
  readonly reason: string | undefined
  readonly commands: readonly {
    readonly command: string
    readonly period: Period | undefined
    /** Whether this is the standard price. */
    readonly standard: boolean
    readonly fees: readonly Fee[]
    readonly credits: readonly Credit[]
    readonly reason: string | undefined
  }[]
}

export interface CheckedFees {
  /** Absent when the answer has no fees. */
  readonly fees: { readonly currency: string; readonly objects: readonly ObjectFees[] } | undefined
}

/** Adds the prices of commands to a check (RFC 8748 section 5.1.1). */
export function checkFees(questions: readonly FeeQuestion[], currency?: string): Extension<CheckedFees> {
  const element = fee('check', [
    currency === undefined ? undefined : encodeCurrency(currency),
    ...listOf('command', questions).map(({ command, period }) =>
      fee('command', [period && encodePeriodOf(FEE, period)], { name: command }),
    ),
  ])
  return {
    element,
    decode: (answer) => {
      const chkData = extensionOf(answer, FEE, 'chkData')
      if (!chkData) return { fees: undefined }
      const objects = chkData.all('cd').map((cd) => objectFees(cd))
      return { fees: { currency: chkData.token('currency'), objects } }
    },
  }
}

function objectFees(element: ElementReader['element']): ObjectFees {
  const cd = new ElementReader(element)
  return {
    id: cd.token('objID'),
    available: isTrue(element.attrs.avail ?? '1'),
    class: cd.optionalToken('class'),
    reason: cd.optionalToken('reason'),
    commands: cd.all('command').map((each) => {
      const command = new ElementReader(each)
      return {
        command: attribute(each, 'name'),
        period: decodePeriod(command),
        standard: isTrue(each.attrs.standard ?? '0'),
        fees: decodeFees(command),
        credits: decodeCredits(command),
        reason: command.optionalToken('reason'),
      }
    }),
  }
}

function isTrue(text: string): boolean {
  return text === '1' || text === 'true'
}
