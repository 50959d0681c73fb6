import type { ClientBase } from 'pg'
import { Refusal } from '../model/result'
import type { TldRules } from '../model/tld-rules'
import type { ObjectContext } from '../protocol/command'
import { Fields, onlyChild, refuseValue, token, unexpected, wholeNumber } from '../xml/fields'
import { SEC_DNS } from '../xml/namespaces'
import type { Element } from '../xml/read'
import { element, type Markup } from '../xml/write'
import {
  addSecDns,
  findSecDns,
  removeAllSecDns,
  removeSecDns,
  type DsData,
  type KeyData,
  type SecDnsRecord,
} from './sec-dns.store'

type SigningContext = Pick<ObjectContext, 'db' | 'extensions' | 'fault'>
type SigningRules = Pick<TldRules, 'secDns' | 'maxSecDns'>

/** Octets of a digest, by its number in the IANA registry of DS digest types. */
const digestOctets: Readonly<Record<number, number>> = { 1: 20, 2: 32, 4: 48 }

/** Adds the records in the extension of a create (RFC 5910 section 5.2.1). */
export async function createSecDns(context: SigningContext, rules: SigningRules, domain: string): Promise<void> {
  const extension = context.extensions.get(SEC_DNS)
  if (!extension) return
  if (extension.local !== 'create') throw unexpected(extension, 'a create is extended by <secDNS:create>')
  await add(context, rules, domain, extension)
}

/**
 * Changes the records of a domain (RFC 5910 section 5.2.5): removes, then adds. Removed records must exist and added ones
 * must not (2306). `urgent` and signature lifetimes are not supported (2102).
 */
export async function updateSecDns(context: SigningContext, rules: SigningRules, domain: string): Promise<void> {
  const { db, fault, extensions } = context
  const extension = extensions.get(SEC_DNS)
  if (!extension) return
  if (extension.local !== 'update') throw unexpected(extension, 'an update is extended by <secDNS:update>')
  const fields = new Fields(extension, 'urgent')
  const rem = fields.optional('rem')
  const added = fields.optional('add')
  const chg = fields.optional('chg')
  fields.end()
  if (isTrue(extension, extension.attributes.urgent ?? 'false')) {
    throw refuseValue(extension, 2102, 'urgent updates are not supported')
  }
  if (chg) readChange(chg)
  if (fault === 'ignore-sec-dns') return

  if (rem) await remove(db, rules, domain, rem)
  if (added) await add(context, rules, domain, added)
}

/** The records of a domain, for an info (RFC 5910 section 5.1.2); undefined when it has none. */
export async function writeSecDns(db: ClientBase, domain: string): Promise<Markup | undefined> {
  const records = await findSecDns(db, domain)
  if (records.length === 0) return undefined
  return element(
    'secDNS:infData',
    { 'xmlns:secDNS': SEC_DNS },
    records.map((record) => ('digest' in record ? writeDs(record) : writeKey(record))),
  )
}

async function add({ db, fault }: SigningContext, rules: SigningRules, domain: string, parent: Element): Promise<void> {
  const fields = new Fields(parent)
  const maxSigLife = fields.optional('maxSigLife')
  const records = readRecords(fields, parent, rules)
  if (maxSigLife) throw refuseValue(maxSigLife, 2102, 'signature lifetimes are not supported')
  if (fault === 'ignore-sec-dns') return
  const added = await addSecDns(db, domain, records)
  if (added < records.length) throw new Refusal(2306, 'the domain has that record already')
  const all = await findSecDns(db, domain)
  if (all.length > rules.maxSecDns) throw new Refusal(2306, `a domain has at most ${rules.maxSecDns} records`)
}

async function remove(db: ClientBase, rules: SigningRules, domain: string, rem: Element): Promise<void> {
  if (rem.children[0]?.local === 'all') {
    const all = onlyChild(rem)
    if (!isTrue(all, token(all, [1, 5])))
      throw refuseValue(all, 2306, '<all> must be true; to remove some, send their records')
    return removeAllSecDns(db, domain)
  }
  const records = readRecords(new Fields(rem), rem, rules)
  const removed = await removeSecDns(db, domain, records)
  if (removed < records.length) throw new Refusal(2306, 'the domain does not have that record')
}

/** Reads records of the form that the TLD supports; the other form is refused with 2306. */
function readRecords(fields: Fields, parent: Element, rules: SigningRules): SecDnsRecord[] {
  const ds = fields.repeated('dsData')
  const keys = ds.length > 0 ? [] : fields.repeated('keyData')
  fields.end()
  const [first] = [...ds, ...keys]
  if (!first) throw unexpected(parent, `<${parent.local}> holds no record`)
  if ((rules.secDns === 'ds') !== ds.length > 0) {
    throw refuseValue(first, 2306, `this TLD takes <${rules.secDns}Data>`)
  }
  const records = [...ds.map(readDs), ...keys.map(readKey)]
  if (new Set(records.map((record) => JSON.stringify(record))).size < records.length) {
    throw refuseValue(first, 2306, 'a record is given twice')
  }
  return records
}

function readDs(parent: Element): DsData {
  const fields = new Fields(parent)
  const keyTag = fields.required('keyTag')
  const alg = fields.required('alg')
  const digestType = fields.required('digestType')
  const digestField = fields.required('digest')
  const keyData = fields.optional('keyData')
  fields.end()
  const type = wholeNumber(digestType, [0, 255])
  const digest = token(digestField, [1, 512]).toUpperCase()
  if (!/^(?:[0-9A-F]{2})+$/.test(digest)) throw refuseValue(digestField, 2005, 'a digest is in hex')
  const octets = digestOctets[type]
  if (octets === undefined) throw refuseValue(digestType, 2306, 'digests are of type 1, 2 or 4')
  if (digest.length !== octets * 2)
    throw refuseValue(digestField, 2306, `a digest of type ${type} has ${octets} octets`)
  return {
    keyTag: wholeNumber(keyTag, [0, 65535]),
    alg: wholeNumber(alg, [0, 255]),
    digestType: type,
    digest,
    ...(keyData && { keyData: readKey(keyData) }),
  }
}

function readKey(parent: Element): KeyData {
  const fields = new Fields(parent)
  const flags = fields.required('flags')
  const protocol = fields.required('protocol')
  const alg = fields.required('alg')
  const pubKey = fields.required('pubKey')
  fields.end()
  const key = token(pubKey, [1, 4096]).replaceAll(' ', '')
  if (Buffer.from(key, 'base64').toString('base64') !== key) throw refuseValue(pubKey, 2005, 'a key is in base64')
  // RFC 4034 section 2.1.2: the protocol of every DNSKEY is 3.
  if (wholeNumber(protocol, [0, 255]) !== 3) throw refuseValue(protocol, 2306, 'the protocol of a key is 3')
  return { flags: wholeNumber(flags, [0, 65535]), protocol: 3, alg: wholeNumber(alg, [0, 255]), pubKey: key }
}

function readChange(chg: Element): void {
  const fields = new Fields(chg)
  const maxSigLife = fields.optional('maxSigLife')
  fields.end()
  if (maxSigLife) throw refuseValue(maxSigLife, 2102, 'signature lifetimes are not supported')
}

function isTrue(owner: Element, text: string): boolean {
  if (!['0', '1', 'true', 'false'].includes(text)) throw unexpected(owner, 'that is not a boolean')
  return text === '1' || text === 'true'
}

function writeDs({ keyTag, alg, digestType, digest, keyData }: DsData): Markup {
  return element('secDNS:dsData', {}, [
    element('secDNS:keyTag', {}, String(keyTag)),
    element('secDNS:alg', {}, String(alg)),
    element('secDNS:digestType', {}, String(digestType)),
    element('secDNS:digest', {}, digest),
    keyData && writeKey(keyData),
  ])
}

function writeKey({ flags, protocol, alg, pubKey }: KeyData): Markup {
  return element('secDNS:keyData', {}, [
    element('secDNS:flags', {}, String(flags)),
    element('secDNS:protocol', {}, String(protocol)),
    element('secDNS:alg', {}, String(alg)),
    element('secDNS:pubKey', {}, pubKey),
  ])
}
