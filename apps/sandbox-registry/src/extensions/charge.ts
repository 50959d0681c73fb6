import { Refusal } from '../model/result'
import type { NameRules } from '../objects/tld-rules.store'
import type { ObjectContext } from '../protocol/command'
import { Fields, refuseValue, token, unexpected } from '../xml/fields'
import { CHARGE } from '../xml/namespaces'
import type { Element } from '../xml/read'
import { element, type Markup } from '../xml/write'

/** The category of every premium name here. */
const CATEGORY = 'premium'
const TIER = 'A'

type ChargedCommand = 'create' | 'renew' | 'transfer' | 'restore'

/** Whether a name has charges: a premium name of a TLD with this extension, when it has no fees. */
export function isCharged({ isPremium, extensions }: NameRules): boolean {
  return isPremium && extensions.includes('charge') && !extensions.includes('fee')
}

/** The prices of a domain, for infos. */
export function writeCharges(rules: NameRules): Markup {
  return element('charge:infData', { 'xmlns:charge': CHARGE }, [writeSet(rules)])
}

/** The prices of the charged names of a check; undefined when there are none. */
export function checkCharges(names: readonly string[], rulesOf: ReadonlyMap<string, NameRules>): Markup | undefined {
  const charged = names.flatMap((name) => {
    const rules = rulesOf.get(name.toLowerCase())
    if (!rules || !isCharged(rules)) return []
    return [element('charge:cd', {}, [element('charge:name', {}, name), writeSet(rules)])]
  })
  return charged.length > 0 ? element('charge:chkData', { 'xmlns:charge': CHARGE }, charged) : undefined
}

/**
 * Refuses a paid command on a charged name that does not repeat the price: 2306 without an agreement or with another
 * category, 2004 with another amount; `cents` is the price of a year. Undefined for a name without charges, whose agreement is refused with 2306.
 */
export function agreeCharge(
  { extensions }: Pick<ObjectContext, 'extensions'>,
  rules: NameRules,
  command: ChargedCommand,
  cents: number,
): Markup | undefined {
  const extension = extensions.get(CHARGE)
  if (!isCharged(rules)) {
    if (extension) throw refuseValue(extension, 2306, 'the name has no charges')
    return undefined
  }
  if (!extension) throw new Refusal(2306, 'a premium name needs the agreement to its charges')
  const { category, amount, field } = readAgreement(extension, command)
  if (category !== CATEGORY) throw refuseValue(field, 2306, `the category is ${CATEGORY}`)
  if (amount !== cents) throw refuseValue(field, 2004, `the charge is ${(cents / 100).toFixed(2)}`)
  const answers = { create: 'creData', renew: 'renData', transfer: 'trnData', restore: 'upData' }
  return element(`charge:${answers[command]}`, { 'xmlns:charge': CHARGE }, [writeSet(rules)])
}

function readAgreement(extension: Element, command: ChargedCommand) {
  if (extension.local !== 'agreement') throw unexpected(extension, 'a command is extended by <charge:agreement>')
  const list = new Fields(extension)
  const set = new Fields(list.required('set'))
  list.end()
  const category = set.required('category')
  set.required('type')
  const amounts = [set.required('amount'), ...set.repeated('amount')]
  set.end()
  const field = amounts.find(({ attributes }) =>
    command === 'restore'
      ? attributes.command === 'update' && attributes.name === 'restore'
      : attributes.command === command,
  )
  if (!field) throw refuseValue(extension, 2306, `the agreement has no amount of a ${command}`)
  const amount = Math.round(Number(token(field, [1, 20], 'command', 'name')) * 100)
  return { category: token(category, [1, 50], 'name'), amount, field }
}

function writeSet({ createCents, renewCents, transferCents, restoreCents }: NameRules): Markup {
  const amount = (attributes: Record<string, string>, cents: number) =>
    element('charge:amount', attributes, (cents / 100).toFixed(2))
  return element('charge:set', {}, [
    element('charge:category', { name: TIER }, CATEGORY),
    element('charge:type', {}, 'price'),
    amount({ command: 'create' }, createCents),
    amount({ command: 'renew' }, renewCents),
    amount({ command: 'transfer' }, transferCents),
    amount({ command: 'update', name: 'restore' }, restoreCents),
  ])
}
