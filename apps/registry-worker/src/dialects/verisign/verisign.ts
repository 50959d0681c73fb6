import { Injectable } from '@nestjs/common'
import { z } from 'zod'
import type { Answer } from '@nameyard/epp/answer'
import { extensionOf } from '@nameyard/epp/answer'
import type { Command } from '@nameyard/epp/command'
import type { CreatedDomain, DomainToCreate } from '@nameyard/epp/domain/create'
import { token } from '@nameyard/epp/element-reader'
import type { News } from '@nameyard/epp/poll/news'
import type { Response } from '@nameyard/epp/response'
import { elementsOf } from '@nameyard/epp/xml'
import { Dialect } from '../dialect'
import type { CreateIntent } from '../order-extensions'
import type { TldRules } from '../tld-rules'
import { IDN_LANG, LOW_BALANCE_POLL, NAMESTORE, RGP_POLL, SYNC } from './namespaces'
import { newsIn } from './poll'
import { sync } from './sync'

/** Which of the registry's products a TLD is: `dotCOM`, `dotNET`. */
const options = z.strictObject({ subProduct: z.string().regex(/^[!-~]{1,64}$/, 'is not the name of a product') })

const namestore = elementsOf(NAMESTORE)

/**
 * Verisign's shared registry (.com, .net). Every command on a domain or host names the product that it is about. An
 * internationalized name has the tag of its language, which records give as the table of a script.
 */
@Injectable()
export class Verisign extends Dialect {
  override readonly name = 'verisign'
  override readonly needs = [NAMESTORE]
  override readonly uses = [IDN_LANG, SYNC, LOW_BALANCE_POLL, RGP_POLL]
  override readonly options = options
  override readonly verbs = { sync }

  override finish<Data>(command: Command<Data>, tld: TldRules): Command<Data> {
    if (!/^(domain|host):/.test(command.name)) return command
    const { subProduct } = options.parse(tld.options)
    const product = namestore('namestoreExt', [namestore('subProduct', subProduct)])
    return { ...command, extension: [...(command.extension ?? []), product] }
  }

  override create(domain: DomainToCreate, intent: CreateIntent, tld: TldRules): Command<CreatedDomain> {
    const { idnTable, ...others } = intent
    const create = super.create(domain, others, tld)
    if (idnTable === undefined) return create
    return { ...create, extension: [...(create.extension ?? []), elementsOf(IDN_LANG)('tag', idnTable)] }
  }

  override news(answer: Answer): News | undefined {
    return newsIn(answer)
  }

  override explain(refusal: Response<unknown>): string | undefined {
    const msg = extensionOf(refusal, NAMESTORE, 'nsExtErrData')?.find('msg')
    return msg && token(msg)
  }
}
