import { extensionOf } from '../../answer'
import { InvalidValue, label, listOf } from '../../constraints'
import { decodePeriod, encodePeriodOf, type Period } from '../../domain/period'
import { ElementReader, ProtocolError, token } from '../../element-reader'
import type { Extension } from '../../extension'
import { FEE } from '../../namespaces'
import { elementsOf, type XmlElement } from '../../xml'
import { decodeCredits, decodeFees, encodeCurrency, type Credit, type Fee } from './amounts'
import { formOf } from './versions'

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

export interface FeeOptions {
  readonly currency?: string
  /** The names of the check, which older versions repeat. */
  readonly names?: readonly string[]
  /** The namespace of fees that the session uses. */
  readonly version?: string
}

/**
 * Adds the prices of commands to a check (RFC 8748 section 5.1.1). A version may take one command only, or repeat the names
 * of the check. Throws InvalidValue for several commands where the version takes one.
 */
export function checkFees(
  questions: readonly FeeQuestion[],
  { currency, names = [], version = FEE }: FeeOptions = {},
): Extension<CheckedFees> {
  const element = elementsOf(version)(
    'check',
    askedIn(version, { questions: listOf('command', questions), currency, names }),
  )
  return {
    element,
    decode: (answer) => {
      const chkData = extensionOf(answer, version, 'chkData')
      return { fees: chkData && checkedFees(chkData) }
    },
  }
}

interface Asked {
  readonly questions: readonly FeeQuestion[]
  readonly currency: string | undefined
  readonly names: readonly string[]
}

/** The content of a check in the form of the version. */
function askedIn(version: string, { questions, currency, names }: Asked): (XmlElement | undefined)[] {
  const fee = elementsOf(version)
  const form = formOf(version)
  const asked = currency === undefined ? undefined : encodeCurrency(currency, version)
  const periodOf = ({ period }: FeeQuestion) => period && encodePeriodOf(version, period)
  switch (form) {
    case 'commands':
      return [asked, ...questions.map((each) => fee('command', [periodOf(each)], { name: each.command }))]
    case 'command': {
      const [question, second] = questions
      if (second) throw new InvalidValue('command', 'is one command in this version of fees')
      return [fee('command', question!.command), asked, periodOf(question!)]
    }
    case 'objects':
    case 'domains': {
      const [container, id] = form === 'objects' ? ['object', 'objID'] : ['domain', 'name']
      return listOf('name', names).flatMap((name) =>
        questions.map((each) =>
          fee(container!, [fee(id!, label('name', name)), asked, fee('command', each.command), periodOf(each)]),
        ),
      )
    }
  }
}

/** Reads prices in any form: commands below an object, or an element for each object and command. */
function checkedFees(chkData: ElementReader): NonNullable<CheckedFees['fees']> {
  const objects = new Map<string, ObjectFees>()
  let currency = chkData.optionalToken('currency')
  for (const element of chkData.all('cd')) {
    const cd = new ElementReader(element)
    const read = objectFees(cd)
    const before = objects.get(read.id)
    objects.set(read.id, before ? { ...read, commands: [...before.commands, ...read.commands] } : read)
    currency ??= cd.optionalToken('currency')
  }
  if (currency === undefined) throw new ProtocolError('the prices have no currency')
  return { currency, objects: [...objects.values()] }
}

function objectFees(cd: ElementReader): ObjectFees {
  const commands = cd.all('command')
  // A list of commands names each in an attribute; one command is the text of its element.
  const read = commands.map((each) =>
    each.attrs.name === undefined
      ? commandFees(cd, token(each))
      : commandFees(new ElementReader(each), each.attrs.name),
  )
  return {
    id: idOf(cd),
    available: isTrue(cd.element.attrs.avail ?? '1'),
    class: cd.optionalToken('class') ?? commands.map((each) => new ElementReader(each).optionalToken('class'))[0],
    reason: cd.optionalToken('reason'),
    commands: read.map((each, index) => ({ ...each, standard: isTrue(commands[index]!.attrs.standard ?? '0') })),
  }
}

function commandFees(reader: ElementReader, command: string) {
  return {
    command,
    period: decodePeriod(reader),
    fees: decodeFees(reader),
    credits: decodeCredits(reader),
    reason: reader.optionalToken('reason'),
  }
}

function idOf(cd: ElementReader): string {
  const [named] = cd.find('object')?.children ?? []
  return named ? token(named) : (cd.optionalToken('objID') ?? cd.token('name'))
}

function isTrue(text: string): boolean {
  return text === '1' || text === 'true'
}
