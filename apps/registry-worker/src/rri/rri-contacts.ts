import { createHash } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import type { Verdict } from '../operations/model/verdict'
import { readAnswer, type RriAnswer } from './protocol/answer'
import type { Line } from './protocol/lines'
import { checkContact, createContact, infoContact, updateContact, type ContactData } from './protocol/requests'
import { RriExchange, type RriExecution } from './rri-exchange'
import type { Handles } from './state/target'

/**
 * The contacts that a domain refers to. Their handles are ours: our RegAccId, then a digest of who it is. The same holder
 * is one contact for all domains; other data of the same holder, such as an address, change it.
 */
@Injectable()
export class RriContacts {
  constructor(private readonly exchange: RriExchange) {}

  /** Makes the contacts exist, and returns their handles. Returns a verdict when one is refused. */
  async ensure(execution: RriExecution, holder: ContactSnapshot | undefined): Promise<Handles | Verdict<never>> {
    const { registrarId, generalRequest, abuseContact } = execution.account
    const wanted = {
      ...(holder && { holder: holderOf(registrarId, holder) }),
      ...(generalRequest !== undefined && { generalRequest: addressOf(registrarId, generalRequest) }),
      ...(abuseContact !== undefined && { abuseContact: addressOf(registrarId, abuseContact) }),
    }
    for (const contact of Object.values(wanted)) {
      const obstacle = await this.ensureOne(execution, contact)
      if (obstacle) return obstacle
    }
    return Object.fromEntries(Object.entries(wanted).map(([role, { handle }]) => [role, handle]))
  }

  private async ensureOne(execution: RriExecution, contact: ContactData): Promise<Verdict<never> | undefined> {
    const { operation, session } = execution
    const check = checkContact(contact.handle)
    const checked = await session.transact(check)
    if (checked.result !== 'success') return this.exchange.refusal(operation, check, checked, contact.handle)
    const isFree = checked.head.first('status')?.toLowerCase() === 'free'
    if (!isFree) {
      const shown = await session.transact(infoContact(contact.handle))
      if (shown.result === 'success' && isAs(shown, contact)) return undefined
    }
    const sent = await this.exchange.send(execution, isFree ? createContact(contact) : updateContact(contact))
    return sent === 'accepted' ? undefined : sent
  }
}

/** 16 hexadecimal digits are 64 bits. With the longest RegAccId a handle has the 32 characters that are allowed. */
function handleOf(registrarId: string, who: readonly (string | undefined)[]): string {
  const digest = createHash('sha256').update(JSON.stringify(who)).digest('hex')
  return `${registrarId}-NY${digest.slice(0, 16).toUpperCase()}`
}

/** An organization is the holder itself; its contact person is not sent. */
function holderOf(registrarId: string, person: ContactSnapshot): ContactData {
  const { handle, name, organization, street, postalCode, city, countryCode, email, voice } = person
  const lines: readonly Line[] = [
    ['Name', organization ?? name],
    ...street.map((line) => ['Address', line] as const),
    ...(postalCode === undefined ? [] : [['PostalCode', postalCode] as const]),
    ['City', city],
    ['CountryCode', countryCode],
    ['EMail', email],
    ['Phone', voice],
  ]
  const type = organization === undefined ? 'PERSON' : 'ORG'
  return { handle: handleOf(registrarId, [handle, name, organization]), type, lines }
}

/** A page or mail address as a contact. The keyword of the template is not in the public documents. */
function addressOf(registrarId: string, template: string): ContactData {
  return { handle: handleOf(registrarId, [template]), type: 'REQUEST', lines: [['Uri-Template', template]] }
}

/** Whether the registry shows the contact as we would send it. */
function isAs(shown: RriAnswer, { type, lines }: ContactData): boolean {
  const wanted = readAnswer(['RESULT: success', ...lines.map(([keyword, value]) => `${keyword}: ${value}`)].join('\n'))
  const keywords = new Set(lines.map(([keyword]) => keyword))
  return (
    shown.head.first('type')?.toUpperCase() === type &&
    [...keywords].every((keyword) => shown.head.all(keyword).join('\n') === wanted.head.all(keyword).join('\n'))
  )
}
