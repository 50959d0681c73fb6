import { Module } from '@nestjs/common'
import { AssignedNameserversModule } from '../assigned-nameservers/assigned-nameservers.module'
import { CreateNameserver } from './create-nameserver'
import { CreateNameserverGroup } from './create-nameserver-group'
import { DeleteNameserver } from './delete-nameserver'
import { DeleteNameserverGroup } from './delete-nameserver-group'
import { FindNameservers } from './find-nameservers'
import { GetNameserver } from './get-nameserver'
import { GetNameserverGroup } from './get-nameserver-group'
import { ListNameserverGroups } from './list-nameserver-groups'
import { ListNameservers } from './list-nameservers'
import { RegistryHosts } from './registry-hosts'
import { ResolveNameserverGroup } from './resolve-nameserver-group'
import { UpdateNameserver } from './update-nameserver'
import { UpdateNameserverGroup } from './update-nameserver-group'

/** Nameservers of accounts and groups of them. */
@Module({
  imports: [AssignedNameserversModule],
  controllers: [
    CreateNameserver,
    CreateNameserverGroup,
    DeleteNameserver,
    DeleteNameserverGroup,
    FindNameservers,
    GetNameserver,
    GetNameserverGroup,
    ListNameserverGroups,
    ListNameservers,
    ResolveNameserverGroup,
    UpdateNameserver,
    UpdateNameserverGroup,
  ],
  providers: [RegistryHosts],
})
export class NameserversModule {}
