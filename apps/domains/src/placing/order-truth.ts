import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Injectable } from '@nestjs/common'

/** What the unit of work of an order returned. */
interface Placed {
  readonly domainId?: number
  /** Null while a transfer waits for its day or its registrant. */
  readonly operationId: string | null
}

const undisturbed = statement(
  'domains.undisturbed-order',
  `select from registry_operation o join domain d on d.id = o.domain_id
   where o.operation_id = $1 and o.state not in ('refused', 'failed') and d.version = o.domain_version`,
)

/** Every domain begins with version 1. */
const untouched = statement('domains.untouched-order', 'select from domain where id = $1 and version = 1')

/** Tells whether the first answer of an order still describes its domain. */
@Injectable()
export class OrderTruth {
  constructor(private readonly database: Database) {}

  /**
   * Whether the order has not failed, and nothing but the order, the registry's answer to it and what follows from that
   * has changed the domain since.
   */
  async isStillTrue({ operationId, domainId }: Placed): Promise<boolean> {
    const found =
      operationId === null
        ? await this.database.read(untouched, [domainId])
        : await this.database.read(undisturbed, [operationId])
    return found.length > 0
  }
}
