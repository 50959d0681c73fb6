import { price } from '../billing/bill'
import type { Credit } from '../billing/charge.store'
import { canonicalName } from '../model/name'
import { Refusal } from '../model/result'
import { findRulesOf, type NameRules } from '../objects/tld-rules.store'
import type { ObjectContext } from '../protocol/command'
import { readYears } from '../protocol/period'
import { Fields, onlyAttributes, refuseValue, token, unexpected } from '../xml/fields'
import { FEE } from '../xml/namespaces'
import type { Element } from '../xml/read'
import { element, optionalText, type Markup } from '../xml/write'
import { agreeCharge } from './charge'

/** Commands with a price, the element that states the fee and the element that confirms it (RFC 8748 section 5.2). */
const elements = {
  create: { given: 'create', confirmed: 'creData' },
  renew: { given: 'renew', confirmed: 'renData' },
  transfer: { given: 'transfer', confirmed: 'trnData' },
  restore: { given: 'update', confirmed: 'updData' },
} as const
type PaidCommand = keyof typeof elements

/** Days in which a delete refunds the fee. */
const graceDays: Readonly<Record<PaidCommand, (rules: NameRules) => number>> = {
  create: ({ addGraceDays }) => addGraceDays,
  renew: ({ renewGraceDays }) => renewGraceDays,
  transfer: ({ transferGraceDays }) => transferGraceDays,
  restore: () => 0,
}

/**
 * Compares the fee that a registrar states with the price of the command. A lower fee or another currency is refused with
 * 2004 and the price in the reason (RFC 8748 section 3.7); the create of a premium name without a fee with 2003. Returns
 * the extension of the answer when a fee was stated.
 */
export function agreeFee(
  { extensions }: Pick<ObjectContext, 'extensions'>,
  rules: NameRules,
  { command, years }: { readonly command: PaidCommand; readonly years: number },
): Markup | undefined {
  const cents = price(rules, command, years)
  const charge = agreeCharge({ extensions }, rules, command, price(rules, command, Math.min(years, 1)))
  if (charge) return charge
  const cost = `the fee is ${amount(cents)} ${rules.currency}`
  const extension = extensions.get(FEE)
  if (!extension) {
    if (rules.isPremium && command === 'create') throw new Refusal(2003, `${cost}, and must be stated`)
    return undefined
  }
  const { given, confirmed } = elements[command]
  if (extension.local !== given) throw unexpected(extension, `a ${command} is extended by <fee:${given}>`)
  const fields = new Fields(extension)
  const currency = fields.optional('currency')
  const fees = [fields.required('fee'), ...fields.repeated('fee')]
  const credits = fields.repeated('credit')
  fields.end()
  if (currency && readCurrency(currency) !== rules.currency) throw refuseValue(currency, 2004, cost)
  const stated = [...fees, ...credits].reduce((sum, field) => sum + readCents(field), 0)
  if (stated < cents) throw refuseValue(fees[0] ?? extension, 2004, cost)
  return element(`fee:${confirmed}`, { 'xmlns:fee': FEE }, [
    element('fee:currency', {}, rules.currency),
    writeFee(cents, graceDays[command](rules)),
  ])
}

/** Adds the balance and the credit limit of a registrar to the fees of an answer (RFC 8748 sections 3.5 and 3.6). */
export function withCredit(fee: Markup | undefined, credit: Credit | undefined): readonly Markup[] {
  if (!fee) return []
  // Charges have no place for them.
  if (!credit || !fee.name.startsWith('fee:')) return [fee]
  const content = [
    ...(typeof fee.content === 'string' ? [] : fee.content),
    element('fee:balance', {}, amount(credit.balance)),
    element('fee:creditLimit', {}, amount(credit.limit)),
  ]
  return [{ ...fee, content }]
}

/**
 * Returns the prices of commands on each name, available or not (RFC 8748 section 5.1.1). `priced` has the names with a
 * price.
 */
export async function checkFees(
  { db, policy }: Pick<ObjectContext, 'db' | 'policy'>,
  extension: Element,
  names: readonly string[],
): Promise<{ readonly extension: Markup; readonly priced: ReadonlySet<string> }> {
  if (extension.local !== 'check') throw unexpected(extension, 'a check is extended by <fee:check>')
  const fields = new Fields(extension)
  const currencyField = fields.optional('currency')
  const commands = [fields.required('command'), ...fields.repeated('command')].map(readCommand)
  fields.end()
  const asked = currencyField && readCurrency(currencyField)
  const canonical = names.map((name) => canonicalName(name))
  const valid = canonical.filter((name) => name !== undefined)
  const rulesOf = await findRulesOf(db, valid, policy.endpoint)
  const rules = canonical.map((name) => {
    const found = name === undefined ? undefined : rulesOf.get(name)
    return found?.extensions.includes('fee') ? found : undefined
  })
  const currency = asked ?? rules.find(Boolean)?.currency ?? 'USD'
  const answer = element('fee:chkData', { 'xmlns:fee': FEE }, [
    element('fee:currency', {}, currency),
    ...names.map((name, index) => writeCheck(name, rules[index], currency, commands)),
  ])
  return { extension: answer, priced: new Set(names.filter((_, index) => rules[index]?.currency === currency)) }
}

interface AskedCommand {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly years: number | undefined
}

const knownCommands = ['create', 'delete', 'renew', 'update', 'transfer', 'restore', 'custom']

function readCommand(field: Element): AskedCommand {
  onlyAttributes(field, ['name', 'customName', 'phase', 'subphase'])
  const { name } = field.attributes
  if (name === undefined || !knownCommands.includes(name)) throw unexpected(field, 'that is not a command with a fee')
  const fields = new Fields(field, 'name', 'customName', 'phase', 'subphase')
  const period = fields.optional('period')
  fields.end()
  return { name, attributes: field.attributes, years: period && readYears(period) }
}

function writeCheck(
  name: string,
  rules: NameRules | undefined,
  currency: string,
  commands: readonly AskedCommand[],
): Markup {
  const objID = element('fee:objID', {}, name)
  if (!rules) return unavailable(objID, 'This name has no fees')
  if (rules.currency !== currency) return unavailable(objID, `Fees of this name are in ${rules.currency}`)
  return element('fee:cd', { avail: '1' }, [
    objID,
    element('fee:class', {}, rules.isPremium ? 'premium' : 'standard'),
    ...commands.map((command) => writeCommand(command, rules)),
  ])
}

function unavailable(objID: Markup, reason: string): Markup {
  return element('fee:cd', { avail: '0' }, [objID, element('fee:reason', {}, reason)])
}

function writeCommand({ name, attributes, years }: AskedCommand, rules: NameRules): Markup {
  const isOpen = attributes.phase === undefined || attributes.phase === 'open'
  const isKnown = name !== 'custom' && isOpen
  const paid = isPaid(name) ? name : undefined
  const isCounted = paid === 'create' || paid === 'renew'
  const period = years ?? (isCounted ? rules.defaultPeriodYears : undefined)
  return element('fee:command', { ...attributes, ...(!rules.isPremium && isKnown && { standard: '1' }) }, [
    optionalText('fee:period', period?.toString(), { unit: 'y' }),
    isKnown ? writeFee(paid ? price(rules, paid, period ?? 1) : 0, paid ? graceDays[paid](rules) : 0) : undefined,
    isKnown ? undefined : element('fee:reason', {}, isOpen ? 'Unknown command' : 'The phase is not open'),
  ])
}

function isPaid(name: string): name is PaidCommand {
  return name in elements
}

function writeFee(cents: number, refundableDays: number): Markup {
  const isRefundable = cents > 0 && refundableDays > 0
  return element(
    'fee:fee',
    isRefundable ? { refundable: '1', 'grace-period': `P${refundableDays}D` } : {},
    amount(cents),
  )
}

function amount(cents: number): string {
  return (cents / 100).toFixed(2)
}

function readCurrency(field: Element): string {
  const currency = token(field, [3, 3])
  if (!/^[A-Z]{3}$/.test(currency)) throw refuseValue(field, 2005, 'a currency is three capital letters (ISO 4217)')
  return currency
}

/** A fee is not negative, a credit not positive. */
function readCents(field: Element): number {
  const attributes = ['description', 'lang', 'refundable', 'grace-period', 'applied']
  const text = token(field, [1, 32], ...attributes)
  if (!/^[-+]?\d+(?:\.\d*)?$/.test(text)) throw refuseValue(field, 2005, 'an amount is a decimal')
  const cents = Math.round(Number(text) * 100)
  if (field.local === 'fee' ? cents < 0 : cents > 0) throw refuseValue(field, 2004, 'the sign is wrong')
  return cents
}
