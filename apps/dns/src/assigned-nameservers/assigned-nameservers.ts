import { Inject, Injectable } from '@nestjs/common'
import { findNameserverLabel } from '@nameyard/contracts/access/find-nameserver-label'
import type { Call } from '@nameyard/contracts/operation'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { nameserversOf } from '../authority'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { readLabel, saveLabel } from './assigned-nameservers.store'

/** The account of the platform's own zones, which has no login. */
const PLATFORM_ACCOUNT = 0

/** The name servers that are assigned to accounts. They never change, so each is asked for once and stored. */
@Injectable()
export class AssignedNameservers {
  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    private readonly database: Database,
    private readonly rpc: Rpc,
  ) {}

  /**
   * Returns the name servers of an account. Called before an account gets its first zone or group, so that statements find
   * the label of every account that has some.
   * @throws service_unavailable
   */
  async of(resellerId: number, { repeat: _, ...call }: Call): Promise<readonly string[]> {
    if (resellerId === PLATFORM_ACCOUNT) return nameserversOf(this.config, null)
    const [known] = await this.database.read(readLabel, { resellerId })
    if (known) return nameserversOf(this.config, known.label)
    const { label } = await this.rpc.call(findNameserverLabel, { resellerId }, call)
    await this.database.read(saveLabel, { resellerId, label })
    return nameserversOf(this.config, label)
  }
}
