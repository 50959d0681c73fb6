import { Refusal } from '../../model/result'
import { findOwnOfContacts, putOwnOfContact } from '../../objects/own-data.store'
import type { Answer, ObjectContext } from '../../protocol/command'
import type { Element } from '../../xml/read'
import { refuseAddress, refuseForeign } from '../assigned-contact'
import type { DialectCommand } from '../dialect'
import { FURY, readProperties, writeProperties } from './properties'

/** Creates a contact with its language. One that may be a registrant has a legal type and has accepted the agreement. */
export async function createContact({ request, context, proceed }: DialectCommand): Promise<Answer> {
  const extension = context.extensions.get(FURY)
  if (!extension) throw new Refusal(2003, 'a contact needs its language, in the extension')
  const properties = readProperties(extension, ['AGREEMENT_VERSION', 'CPR', 'LANGUAGE'])
  const [agreement, legalType, language] = (['AGREEMENT_VERSION', 'CPR', 'LANGUAGE'] as const).map((key) =>
    properties.get(key),
  )
  if (language === undefined) throw new Refusal(2003, 'the property LANGUAGE is missing')
  if ((agreement === undefined) !== (legalType === undefined))
    throw new Refusal(2003, 'a registrant has the properties CPR and AGREEMENT_VERSION')
  refuseAddress(request.payload, 'loc')
  const answer = await proceed()
  await putOwnOfContact(context.db, request.objects[0] ?? '', {
    language,
    ...(legalType !== undefined && { legalType, agreement, acceptedAt: context.now.toISOString() }),
  })
  return answer
}

/** Shows a contact with its properties. */
export async function infoContact({ request, context, proceed }: DialectCommand): Promise<Answer> {
  const answer = await proceed()
  const [id = ''] = request.objects
  const own = (await findOwnOfContacts(context.db, [id])).get(id)
  if (own?.language === undefined) return answer
  const { language, legalType, agreement, acceptedAt } = own as Readonly<Record<string, string>>
  const shown = writeProperties({
    ...(legalType !== undefined && {
      AGREEMENT_TIMESTAMP: acceptedAt!,
      AGREEMENT_VERSION: agreement!,
      CPR: legalType,
    }),
    LANGUAGE: language!,
  })
  return { ...answer, extensions: [...(answer.extensions ?? []), shown] }
}

/** Refuses contacts of other registries (2303), and a registrant without a legal type (2306). */
export async function refuseUnfit(
  registrants: readonly Element[],
  contacts: readonly Element[],
  context: Pick<ObjectContext, 'db'>,
): Promise<void> {
  await refuseForeign([...registrants, ...contacts], ({ language }) => language !== undefined, context)
  for (const { legalType } of await ownOf(registrants, context))
    if (legalType === undefined) throw new Refusal(2306, 'the registrant is not present in Canada')
}

/** Legal types of people. Their data are private unless they want them public. */
const people: readonly unknown[] = ['ABO', 'CCT', 'LGR', 'RES']

export async function isPerson(registrants: readonly Element[], context: Pick<ObjectContext, 'db'>): Promise<boolean> {
  return (await ownOf(registrants, context)).some(({ legalType }) => people.includes(legalType))
}

async function ownOf(fields: readonly Element[], { db }: Pick<ObjectContext, 'db'>) {
  const ids = fields.map(({ text }) => text.trim())
  return [...(await findOwnOfContacts(db, ids)).values()]
}
