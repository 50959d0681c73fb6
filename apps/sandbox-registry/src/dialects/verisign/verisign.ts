import { findCreditLeft } from '../../billing/charge.store'
import { isInternationalized } from '../../extensions/idn'
import { Refusal } from '../../model/result'
import { findDomain } from '../../objects/domain.store'
import { insertPollMessage } from '../../objects/poll-message.store'
import type { Answer } from '../../protocol/command'
import type { CommandRequest } from '../../protocol/request'
import { Fields, token } from '../../xml/fields'
import { RGP } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import { element } from '../../xml/write'
import type { Dialect, DialectCommand } from '../dialect'
import { ExplainedRefusal } from '../explained-refusal'
import { lowBalance, reportDue } from './notices'
import { syncDomain } from './sync'

const NAMESTORE = 'http://www.verisign-grs.com/epp/namestoreExt-1.1'
const IDN_LANG = 'http://www.verisign.com/epp/idnLang-1.0'
const SYNC = 'http://www.verisign.com/epp/sync-1.0'

/** The commands that cost something. */
const paid = ['domain:create', 'domain:renew', 'domain:transfer', 'domain:update']

/**
 * Verisign's shared registry: every command on a domain or host names its product, internationalized names have a language
 * tag, and a registration can be moved to end on another day. Others see a domain only with its authInfo.
 */
export const verisign: Dialect = {
  name: 'verisign',
  extensions: [
    NAMESTORE,
    IDN_LANG,
    SYNC,
    'http://www.verisign.com/epp/lowbalance-poll-1.0',
    'http://www.verisign.com/epp/rgp-poll-1.0',
  ],
  takes: (command, extension) =>
    (extension === NAMESTORE && /^(domain|host):/.test(command)) ||
    (extension === IDN_LANG && command === 'domain:create') ||
    (extension === SYNC && command === 'domain:update'),

  async carryOut(command) {
    const { request, context, proceed } = command
    if (/^(domain|host):/.test(request.name) && !isExternalHost(request)) refuseOtherProduct(command)
    const extensions = new Map(context.extensions)
    for (const own of [NAMESTORE, IDN_LANG]) extensions.delete(own)
    if (request.name === 'domain:create') refuseWithoutLanguage(command)
    if (request.name === 'domain:info') await refuseForeign(command)
    const sync = extensions.get(SYNC)
    const answer = sync ? await syncDomain(request.payload, sync, context) : await proceed({ extensions })
    await inform(command, answer)
    return answer
  },
}

/**
 * Whether a command is that of another registry about a host below a name of this one: both registries are one here, and
 * share their hosts.
 */
function isExternalHost({ name, extensions }: CommandRequest): boolean {
  return /^host:(check|info|create|delete)$/.test(name) && !extensions.has(NAMESTORE)
}

function refuseOtherProduct({ request, context, rules }: DialectCommand): void {
  const extension = context.extensions.get(NAMESTORE)
  const product = extension && productIn(extension)
  if (product !== undefined && (rules === undefined || product === rules.options.subProduct)) return
  const explanation = element('namestoreExt:nsExtErrData', { 'xmlns:namestoreExt': NAMESTORE }, [
    element('namestoreExt:msg', { code: '1' }, 'Specified sub-product does not exist'),
  ])
  throw new ExplainedRefusal(explanation, 2306, `${request.name} names no product of this registry`)
}

function productIn(extension: Element): string {
  const fields = new Fields(extension)
  const product = fields.required('subProduct')
  fields.end()
  return token(product, [1, 64])
}

function refuseWithoutLanguage({ request, context }: DialectCommand): void {
  const [name = ''] = request.objects
  const tag = context.extensions.get(IDN_LANG)
  if (!isInternationalized(name)) return
  if (!tag) throw new Refusal(2306, 'an internationalized name needs the tag of its language')
  if (!/^[a-z]{2,3}$/i.test(token(tag, [1, 20]))) throw new Refusal(2005, 'that is not the tag of a language')
}

async function refuseForeign({ request, context }: DialectCommand): Promise<void> {
  const [name = ''] = request.objects
  const hasCode = request.payload.children.some(({ local }) => local === 'authInfo')
  const domain = hasCode ? undefined : await findDomain(context.db, name)
  if (domain && domain.sponsor !== context.registrar)
    throw new Refusal(2201, 'another registrar sponsors the domain: its authInfo is needed')
}

/** Adds messages to the registrar's queue: that a restore report is due, and that its credit is low. */
async function inform({ request, context, rules }: DialectCommand, { code }: Answer): Promise<void> {
  const { db, now, registrar } = context
  const [name = ''] = request.objects
  const restore = request.extensions.get(RGP)?.children[0]
  if (request.name === 'domain:update' && restore?.attributes.op === 'request' && rules)
    await insertPollMessage(db, reportDue(registrar, { name, at: now, reportDays: rules.reportDays }))
  if (!paid.includes(request.name) || code >= 2000 || !rules) return
  const credit = await findCreditLeft(db, registrar, rules.currency)
  if (credit && credit.left * 10 < credit.limit)
    await insertPollMessage(db, lowBalance(registrar, { ...credit, at: now }))
}
