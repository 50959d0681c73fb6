import { extensionOf, type Answer } from '../../answer'
import { listOf } from '../../constraints'
import { attribute, ElementReader, ProtocolError, token } from '../../element-reader'
import { nothingExtra, type Extension } from '../../extension'
import { CHARGE } from '../../namespaces'
import { elementsOf } from '../../xml'

const charge = elementsOf(CHARGE)

/** A command with a price of its own. A restore is an `update` of that name. */
export type ChargedCommand = 'create' | 'renew' | 'transfer' | 'restore'

/** Prices of a name that is not an ordinary one, such as those of its premium category. They have no currency. */
export interface ChargeSet {
  readonly category: { readonly value: string; readonly name: string | undefined }
  readonly type: { readonly value: string; readonly name: string | undefined }
  /** Decimals by the command, and by its name where the command has several uses. */
  readonly amounts: readonly {
    readonly command: string
    readonly name: string | undefined
    readonly amount: string
  }[]
}

/** The prices in the answer to a check, by the name in lower case; ordinary names have none. */
export const checkedCharges: Extension<{ readonly charges: ReadonlyMap<string, readonly ChargeSet[]> }> = {
  decode: (answer) => {
    const checked = extensionOf(answer, CHARGE, 'chkData')?.all('cd') ?? []
    const entries = checked.map((element) => {
      const cd = new ElementReader(element)
      return [cd.token('name').toLowerCase(), cd.all('set').map(setOf)] as const
    })
    return { charges: new Map(entries) }
  },
}

/** Returns the prices in the answer to info; none for an ordinary name. */
export const chargesOfDomain: Extension<{ readonly charges: readonly ChargeSet[] }> = {
  decode: (answer: Answer) => ({ charges: extensionOf(answer, CHARGE, 'infData')?.all('set').map(setOf) ?? [] }),
}

/** Agrees to the prices of a command, as the registry stated them. Without them it refuses the command. */
export function acceptCharges(sets: readonly ChargeSet[], command: ChargedCommand): Extension<Record<never, never>> {
  const element = charge(
    'agreement',
    listOf('set', sets).map(({ category, type, amounts }) =>
      charge('set', [
        charge('category', category.value, { name: category.name }),
        charge('type', type.value, { name: type.name }),
        ...amounts
          .filter((each) => isOf(each, command))
          .map((each) => charge('amount', each.amount, { command: each.command, name: each.name })),
      ]),
    ),
  )
  return { element, decode: nothingExtra }
}

/** The sets that have a price of the command. */
export function setsOf(sets: readonly ChargeSet[], command: ChargedCommand): readonly ChargeSet[] {
  return sets.filter(({ amounts }) => amounts.some((each) => isOf(each, command)))
}

/** The sum of the prices of a command. */
export function priceOf(sets: readonly ChargeSet[], command: ChargedCommand): number {
  const amounts = sets.flatMap((set) => set.amounts).filter((each) => isOf(each, command))
  return amounts.reduce((sum, { amount }) => sum + Number(amount), 0)
}

function isOf({ command, name }: ChargeSet['amounts'][number], wanted: ChargedCommand): boolean {
  return wanted === 'restore' ? command === 'update' && name === 'restore' : command === wanted
}

function setOf(element: ElementReader['element']): ChargeSet {
  const set = new ElementReader(element)
  const [category, type] = [set.get('category'), set.get('type')]
  return {
    category: { value: token(category), name: category.attrs.name },
    type: { value: token(type), name: type.attrs.name },
    amounts: set.all('amount').map((each) => {
      const amount = token(each)
      if (!/^-?\d+(\.\d+)?$/.test(amount)) throw new ProtocolError('<amount> is not a decimal')
      return { command: attribute(each, 'command'), name: each.attrs.name, amount }
    }),
  }
}
