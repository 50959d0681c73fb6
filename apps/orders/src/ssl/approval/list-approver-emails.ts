import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { listApproverEmails } from '@nameyard/contracts/orders/list-approver-emails'
import { Handles } from '@nameyard/messaging/handles'
import { readHostName } from '../model/names'
import { productOf } from '../model/product'
import { approversOf } from '../model/validation'

/** Lists the addresses that may approve a certificate for a name. They are the same for every product. */
@Controller()
export class ListApproverEmails {
  @Handles(listApproverEmails)
  async execute({ product_id, domain }: Input<typeof listApproverEmails>): Promise<Result<typeof listApproverEmails>> {
    if (product_id !== undefined && !productOf(product_id))
      fail('ssl_product_invalid', { problem: `there is no certificate product ${product_id}` })
    const read = readHostName(domain)
    if ('problem' in read)
      return fail('common_name_invalid', { field: 'domain', problem: read.problem }, [
        { path: 'domain', problem: read.problem },
      ])
    return { results: [...approversOf(read.name)] }
  }
}
