import { Inject, Injectable } from '@nestjs/common'
import { DOMAINS_CONFIG, type DomainsConfig } from '../config'
import { desiredOf, type Desired } from '../lifecycle/model/desired'
import type { Domain } from '../lifecycle/model/domain'

/** The state that domains are to have at their registries, with the parking nameservers of the settings. */
@Injectable()
export class DesiredState {
  constructor(@Inject(DOMAINS_CONFIG) private readonly config: DomainsConfig) {}

  of(domain: Domain): Desired {
    return desiredOf(domain, this.config.PARKING_NAMESERVERS)
  }
}
