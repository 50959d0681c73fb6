import { Module, type FactoryProvider } from '@nestjs/common'
import { Egress } from '@nameyard/egress/egress'
import { AccountEventsModule } from '../account-events/account-events.module'
import { AssignedNameserversModule } from '../assigned-nameservers/assigned-nameservers.module'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { HoldersModule } from '../holders/holders.module'
import { CheckControl } from './check-control'
import { DELEGATIONS, type Delegations } from './delegations'
import { NameControl } from './name-control'
import { ParentDelegations } from './parent.delegations'
import { SandboxDelegations } from './sandbox.delegations'
import { WhenDelegationDue } from './when-delegation-due'

const TIMEOUT_MS = 2_000

const delegations: FactoryProvider<Delegations> = {
  provide: DELEGATIONS,
  inject: [DNS_CONFIG, Egress],
  useFactory: ({ DELEGATION_ROOTS: roots, DELEGATION_SANDBOX_URL: url }: DnsConfig, egress: Egress) =>
    url === undefined
      ? new ParentDelegations({ roots, timeoutMs: TIMEOUT_MS, egress })
      : new SandboxDelegations(url, TIMEOUT_MS),
}

/** Which account controls a name that no account holds here, and where zones are delegated. */
@Module({
  imports: [AccountEventsModule, AssignedNameserversModule, HoldersModule],
  controllers: [CheckControl],
  providers: [delegations, NameControl, WhenDelegationDue],
  exports: [NameControl],
})
export class ControlModule {}
